import Foundation

/// Why a document's file could not be used.
enum DocumentError: Error, Equatable {
  /// There is no file at the location, or it is not UTF-8 text.
  case cannotLoadContent(URL)

  /// The file, or the copy of its previous content, could not be written.
  case cannotSaveContent(URL)
}

extension DocumentError: LocalizedError {
  /// A sentence for the user.
  var errorDescription: String? {
    switch self {
    case .cannotLoadContent(let location): "“\(location.lastPathComponent)” cannot be opened."
    case .cannotSaveContent(let location): "“\(location.lastPathComponent)” cannot be saved."
    }
  }
}
