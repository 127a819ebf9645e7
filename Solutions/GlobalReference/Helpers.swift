enum Config {
    static let historyFileName = "History.json"
    static let reminderCode = "COMEBACK"
    static let reminderDiscount: Double = 5
}

func vlog(_ message: String, function: String = #function) {
    #if VERBOSE
    print(function, message)
    #endif
}
