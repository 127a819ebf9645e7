struct Log {
    var isEnabled = false

    func debug(_ message: String) { if isEnabled { print("D " + message) } }
    func error(_ message: String) { if isEnabled { print("E " + message) } }
}

let log = Log()
