import Foundation

/// A note that is kept in a text file: the first line is the title, the rest is the body.
class Document {
  /// The file that the note is kept in, whether it exists yet or not.
  let fileURL: URL

  /// Whether the note came from its backup copy and has not been saved since.
  var isRecovered = false

  /// Whether the note has changed since it was loaded or saved.
  var hasUnsavedChanges = false

  private var titleContent = ""

  /// The title, or “Untitled” until there is one.
  var title: String {
    get { titleContent.isEmpty ? "Untitled" : titleContent }
    set {
      guard newValue != title else { return }
      titleContent = newValue
      hasUnsavedChanges = true
    }
  }

  /// Everything below the title.
  var body = "" {
    didSet {
      if body != oldValue { hasUnsavedChanges = true }
    }
  }

  /// Where the content that the last save replaced is kept.
  var backupURL: URL { fileURL.appendingPathExtension("backup") }

  /// Creates a note without content. The file is neither read nor written.
  required init(fileURL: URL) {
    self.fileURL = fileURL
  }

  /// Replaces the note by the content of its file.
  ///
  /// - Throws: `DocumentError.cannotLoadContent`, and then leaves the note as it is.
  func load() throws {
    let text: String
    do {
      text = try String(contentsOf: fileURL, encoding: .utf8)
    } catch {
      throw DocumentError.cannotLoadContent(fileURL)
    }
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    titleContent = String(parts[0])
    body = parts.dropFirst().joined()
    isRecovered = false
    hasUnsavedChanges = false
  }

  /// Writes the note to its file, and keeps what was there as the backup copy.
  ///
  /// A recovered note leaves the backup copy alone, since what it replaces could not be read.
  ///
  /// - Throws: `DocumentError.cannotSaveContent`, and then still has unsaved changes.
  func save() throws {
    do {
      if !isRecovered, FileManager.default.fileExists(atPath: fileURL.path) {
        try Data(contentsOf: fileURL).write(to: backupURL, options: .atomic)
      }
      try "\(titleContent)\n\(body)".write(to: fileURL, atomically: true, encoding: .utf8)
    } catch {
      throw DocumentError.cannotSaveContent(fileURL)
    }
    isRecovered = false
    hasUnsavedChanges = false
  }
}
