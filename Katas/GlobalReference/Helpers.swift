func vlog(_ message: String, function: String = #function) {
    #if VERBOSE
    print(function, message)
    #endif
}
