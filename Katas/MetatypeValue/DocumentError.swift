import Foundation

/// Why a document couldn't be loaded or saved.
enum DocumentError: Error, Equatable {
  /// The file doesn't exist, or isn't UTF-8 text.
  case cannotLoadContent(URL)

  /// The file or its backup copy couldn't be written.
  case cannotSaveContent(URL)
}

extension DocumentError: LocalizedError {
  /// A message for the user.
  var errorDescription: String? {
    switch self {
    case .cannotLoadContent(let location): "“\(location.lastPathComponent)” cannot be opened."
    case .cannotSaveContent(let location): "“\(location.lastPathComponent)” cannot be saved."
    }
  }
}
