import Foundation

/// A note in a text file. The first line is the title, and the rest is the body.
class Document {
  /// The note's file, which may not exist yet.
  let fileURL: URL

  /// Whether the note came from its backup copy and hasn't been saved since.
  var isRecovered = false

  /// Whether the note has changed since it was loaded or saved.
  var hasUnsavedChanges = false

  private var titleContent = ""

  /// The title, or “Untitled” if it's empty.
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

  /// The file with the content that the last save replaced.
  var backupURL: URL { fileURL.appendingPathExtension("backup") }

  /// Creates an empty note, without reading or writing the file.
  required init(fileURL: URL) {
    self.fileURL = fileURL
  }

  /// Replaces the note with the content of its file.
  ///
  /// - Throws: `DocumentError.cannotLoadContent`, leaving the note as it is.
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

  /// Writes the note to its file, and keeps the previous content as the backup copy.
  ///
  /// A recovered note leaves the backup copy alone, since its own file couldn't be read.
  ///
  /// - Throws: `DocumentError.cannotSaveContent`. The note still has unsaved changes then.
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
