struct GCConfig {
    static let historyFileName = "GCHistory.json"
    static let reminderCode = "COMEBACK"
    static let reminderDiscount: Double = 5
}
