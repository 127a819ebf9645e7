private let isDLogEnabled = false

func DLog(_ message: String, function: String = #function) {
    if isDLogEnabled { print("\(function) \(message)") }
}
