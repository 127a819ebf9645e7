import Foundation
import TestSupport

@testable import kata

extension TemporaryFolder {
  /// Writes a workspace with one kata, `Mini`, and the files that a test adds, in a repository.
  func workspace(_ files: [String: String] = [:]) async throws -> Workspace {
    let standard = [
      "Package.swift": "let katas = [\n  \"Mini\",\n]\n",
      "README.md": "# Katas\n\n| Kata |\n| --- |\n| [Mini](docs/Mini/README.md) |\n",
      "Katas/Mini/Mini.swift": "let a = 1\n", "Solutions/Mini/Mini.swift": "let a = 1\n",
    ]
    for (path, text) in standard.merging(files, uniquingKeysWith: { $1 }) {
      try url.appending(path: path).write(text)
    }
    try await Git(folder: url)("init", "-q")
    return try await Workspace(root: url)
  }
}

let mini = Kata(name: "Mini")
