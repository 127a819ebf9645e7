struct TRSTerminalResponse {
    var result = ""
    var respCode = 0

    init(_ responseFields: [String: Any]) {
        if let fieldValue = responseFields["RESULT"] as? String {
            result = fieldValue
        }
        if let fieldValue = responseFields["RESP_CODE"] as? Int {
            respCode = fieldValue
        }
    }
}
