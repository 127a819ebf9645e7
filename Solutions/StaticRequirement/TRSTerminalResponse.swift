struct TRSTerminalResponse {
    var result = ""
    var respCode = 0

    init(_ dict: [String: Any]) {
        if let val = dict["RESULT"] as? String {
            result = val
        }
        if let val = dict["RESP_CODE"] as? Int {
            respCode = val
        }
    }
}
