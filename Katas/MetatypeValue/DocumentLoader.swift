import Foundation

/// Opens, saves, and closes the app's notes.
final class DocumentLoader {
  /// How many documents are reopened when the app starts.
  static let restoreLimit = 8

  /// The open documents, in the order they were opened.
  private(set) var documents: [Document] = []

  /// The document in front.
  private(set) var current: Document?

  /// The paths of the open documents, for the next start of the app.
  var restorationState: [String] { documents.map(\.fileURL.path) }

  /// Opens the document at a location and brings it to the front.
  ///
  /// A document that's already open is only brought to the front. One that can't be loaded is
  /// recovered from its backup copy.
  ///
  /// - Returns: Whether the document is open now.
  @discardableResult
  func loadDocument(at location: URL) -> Bool {
    if let document = openDocument(at: location) {
      current = document
      return true
    }
    let document = Document(fileURL: location)
    do {
      try document.load()
    } catch {
      guard recover(document) else { return false }
    }
    show(document)
    return true
  }

  /// Opens an empty document, or brings the one already open at the location to the front.
  func newDocument(at location: URL) -> Document {
    if let document = openDocument(at: location) {
      current = document
      return document
    }
    let document = Document(fileURL: location)
    show(document)
    return document
  }

  /// Loads an open document again, discarding its unsaved changes.
  ///
  /// - Returns: `false`, without changing anything, if the document isn't open or can't be loaded.
  func reloadDocument(at location: URL) -> Bool {
    guard let old = openDocument(at: location) else { return false }
    let document = Document(fileURL: old.fileURL)
    do {
      try document.load()
    } catch {
      return false
    }
    documents = documents.map { $0 === old ? document : $0 }
    if current === old { current = document }
    return true
  }

  /// Saves all documents with unsaved changes. If one of them can't be saved, the others still are.
  ///
  /// - Returns: The locations of the documents that couldn't be saved, in the order they were opened.
  func saveAll() -> [URL] {
    var failed: [URL] = []
    for document in documents where document.hasUnsavedChanges {
      do {
        try document.save()
      } catch {
        failed.append(document.fileURL)
      }
    }
    return failed
  }

  /// Closes a document. If it was in front, the last of the others comes to the front.
  ///
  /// - Returns: `false` if the document isn't open, or has unsaved changes that mustn't be discarded.
  func closeDocument(at location: URL, discardingChanges: Bool = false) -> Bool {
    guard let document = openDocument(at: location) else { return false }
    guard discardingChanges || !document.hasUnsavedChanges else { return false }
    documents.removeAll { $0 === document }
    if current === document { current = documents.last }
    return true
  }

  /// Reopens the documents that were open when the app quit: the last ones, up to the limit.
  ///
  /// - Returns: The paths that were skipped because neither a file nor a backup copy can be read.
  func restore(_ state: [String]) -> [String] {
    var skipped: [String] = []
    for path in state.suffix(Self.restoreLimit) {
      if !loadDocument(at: URL(fileURLWithPath: path)) { skipped.append(path) }
    }
    return skipped
  }

  private func openDocument(at location: URL) -> Document? {
    documents.first { $0.fileURL.standardizedFileURL == location.standardizedFileURL }
  }

  private func show(_ document: Document) {
    documents.append(document)
    current = document
  }

  private func recover(_ document: Document) -> Bool {
    let backup = Document(fileURL: document.backupURL)
    do {
      try backup.load()
    } catch {
      return false
    }
    document.title = backup.title
    document.body = backup.body
    document.isRecovered = true
    document.hasUnsavedChanges = true
    return true
  }
}
