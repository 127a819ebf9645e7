/// The result of opening attachments together.
struct OpeningSummary: Equatable {
  /// The names of the files that the desktop opened, in order.
  var opened: [String] = []

  /// The reasons why files weren't opened, in order.
  var failures: [AttachmentError] = []

  /// The names of the files that weren't tried after the desktop refused one.
  var notTried: [String] = []

  /// The notice for the user, or `nil` if every file was opened.
  var notice: String? {
    guard !failures.isEmpty else { return nil }
    let count = opened.count + failures.count + notTried.count
    var lines = ["\(opened.count) of \(count) attachments opened."]
    lines += failures.map(\.localizedDescription)
    if !notTried.isEmpty {
      lines.append("Not tried: \(notTried.joined(separator: ", ")).")
    }
    return lines.joined(separator: "\n")
  }
}
