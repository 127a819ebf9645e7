import Foundation

/// Opens, saves and closes the notes of the app.
final class DocumentLoader {
  /// How many documents are opened again when the app is started.
  static let restoreLimit = 8

  /// The class of the documents that are created.
  var documentType: Document.Type = Document.self

  /// The open documents, in the order in which they were opened.
  private(set) var documents: [Document] = []

  /// The document that is in front.
  private(set) var current: Document?

  /// The paths of the open documents, for the next start of the app.
  var restorationState: [String] { documents.map(\.fileURL.path) }

  /// Opens the document at a location and brings it to the front.
  ///
  /// A document that is open already is only brought to the front. One that cannot be loaded is
  /// recovered from its backup copy.
  ///
  /// - Returns: Whether the document is open now.
  @discardableResult
  func loadDocument(at location: URL) -> Bool {
    if let document = openDocument(at: location) {
      current = document
      return true
    }
    let document = documentType.init(fileURL: location)
    do {
      try document.load()
    } catch {
      guard recover(document) else { return false }
    }
    show(document)
    return true
  }

  /// Opens an empty document, or brings the one to the front that is open at the location.
  func newDocument(at location: URL) -> Document {
    if let document = openDocument(at: location) {
      current = document
      return document
    }
    let document = documentType.init(fileURL: location)
    show(document)
    return document
  }

  /// Loads an open document once more and drops its unsaved changes.
  ///
  /// - Returns: `false`, with everything as it was, if the document is not open or cannot be loaded.
  func reloadDocument(at location: URL) -> Bool {
    guard let old = openDocument(at: location) else { return false }
    let document = documentType.init(fileURL: old.fileURL)
    do {
      try document.load()
    } catch {
      return false
    }
    documents = documents.map { $0 === old ? document : $0 }
    if current === old { current = document }
    return true
  }

  /// Saves each document that has unsaved changes. One that cannot be saved does not keep the others
  /// from being saved.
  ///
  /// - Returns: The locations of the documents that could not be saved, in the order of opening.
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

  /// Closes a document. The one that was opened last among the others comes to the front if the
  /// closed one was there.
  ///
  /// - Returns: `false` if the document is not open, or has unsaved changes that are to be kept.
  func closeDocument(at location: URL, discardingChanges: Bool = false) -> Bool {
    guard let document = openDocument(at: location) else { return false }
    guard discardingChanges || !document.hasUnsavedChanges else { return false }
    documents.removeAll { $0 === document }
    if current === document { current = documents.last }
    return true
  }

  /// Opens what was open when the app was quit: the documents that were opened last, up to the
  /// limit. What is gone is skipped.
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
    let backup = documentType.init(fileURL: document.backupURL)
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
