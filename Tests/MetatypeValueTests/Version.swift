import Foundation
import Testing

@testable import MetatypeValueAfter
@testable import MetatypeValueBefore

/// The module that a characterization test runs against.
enum Version: String, CaseIterable, CustomTestStringConvertible {
  case before, after

  var testDescription: String { rawValue }
}

@MainActor extension Version {
  func makeLoader() -> any LoaderUnderTest {
    switch self {
    case .before: MetatypeValueBefore.DocumentLoader()
    case .after: MetatypeValueAfter.DocumentLoader()
    }
  }

  func makeDocument(at location: URL) -> any DocumentUnderTest {
    switch self {
    case .before: MetatypeValueBefore.Document(fileURL: location)
    case .after: MetatypeValueAfter.Document(fileURL: location)
    }
  }

  var restoreLimit: Int {
    switch self {
    case .before: MetatypeValueBefore.DocumentLoader.restoreLimit
    case .after: MetatypeValueAfter.DocumentLoader.restoreLimit
    }
  }
}

// MARK: - What both modules have

/// The part of `DocumentLoader` that the shared tests call.
@MainActor
protocol LoaderUnderTest: AnyObject {
  associatedtype DocumentType: DocumentUnderTest

  var documents: [DocumentType] { get }
  var current: DocumentType? { get }
  var restorationState: [String] { get }

  func loadDocument(at location: URL) -> Bool
  func newDocument(at location: URL) -> DocumentType
  func reloadDocument(at location: URL) -> Bool
  func saveAll() -> [URL]
  func closeDocument(at location: URL, discardingChanges: Bool) -> Bool
  func restore(_ state: [String]) -> [String]

  /// `closeDocument` with its default argument.
  func close(_ location: URL) -> Bool
}

extension MetatypeValueBefore.DocumentLoader: LoaderUnderTest {
  func close(_ location: URL) -> Bool { closeDocument(at: location) }
}

extension MetatypeValueAfter.DocumentLoader: LoaderUnderTest {
  func close(_ location: URL) -> Bool { closeDocument(at: location) }
}

/// The part of `Document` that the shared tests call.
@MainActor
protocol DocumentUnderTest: AnyObject {
  var fileURL: URL { get }
  var backupURL: URL { get }
  var isRecovered: Bool { get set }
  var hasUnsavedChanges: Bool { get }
  var title: String { get set }
  var body: String { get set }

  func load() throws
  func save() throws
}

extension MetatypeValueBefore.Document: DocumentUnderTest {}
extension MetatypeValueAfter.Document: DocumentUnderTest {}
