import Foundation

/// A kata, by the name of its folders.
struct Kata: Equatable, Sendable {
  var name: String

  var code: String { "Katas/\(name)" }
  var solution: String { "Solutions/\(name)" }
  var tests: String { "Tests/Katas/\(name)" }
  var seam: String { "\(tests)/Seam" }
  /// What recorded nets compare with.
  var recordings: String { "Tests/Recordings/\(name)" }
  var docs: String { "docs/\(name)" }
  /// The solution's own tests, which only the capstone has.
  var solutionTests: String { "\(solution)Tests" }
  /// How the capstone's learners connect the acceptance tests to their code.
  var wiring: String { "\(seam)/Wiring.swift" }

  func owns(_ path: String) -> Bool {
    [code, solution, tests, docs].contains { path.hasPrefix("\($0)/") }
  }

  /// Whether a file is compiled only with `ATTEMPT`, or is the solution, for which it's set.
  func needsAttempt(_ path: String) -> Bool {
    [solution, seam].contains { path.hasPrefix("\($0)/") }
  }
}

/// A checkout or a hand-out, as it was when this was read.
struct Workspace: Sendable {
  let root: URL
  /// The paths of all files and links that Git tracks or would add, from the root.
  let paths: [String]
  /// In the order of README.md.
  let katas: [Kata]
  let pages: [Page]

  /// - Throws: A problem if it isn't in a repository, or if a page isn't UTF-8.
  init(root: URL) async throws {
    self.root = root
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    let files = try await Git(folder: root, isUsers: true).result(list)
    try require(
      files.status == 0,
      "\(root.path) isn't a Git repository. Make it one, so that you can undo what you try: "
        + "git init && git add -A && git commit -m Start\n\(files.errors)")
    let paths = files.output.split(separator: "\0").map(String.init).unique.sorted()
    self.paths = paths.filter { root.appending(path: $0).isThere }
    let parts = self.paths.filter { $0.hasPrefix("Katas/") }.map { $0.split(separator: "/") }
    let folders = Set(parts.filter { $0.count > 2 }.map { $0[1] })
    pages = try self.paths
      .filter { $0 == "README.md" || $0.hasPrefix("docs/") && $0.hasSuffix(".md") }
      .map { Page(try root.appending(path: $0).contents(), path: $0) }
    let readme = pages.first { $0.path == "README.md" }?.text
    let rows = readme?.matches(of: /\(docs\/(\w+)\/README\.md\)/).map(\.1) ?? []
    katas = (rows.filter(folders.contains) + folders.sorted()).map(String.init).unique
      .map(Kata.init)
  }

  /// Finds the workspace that a folder belongs to.
  static func root(above folder: URL) throws -> URL {
    var root = folder.standardizedFileURL
    while !["Package.swift", "Katas"].allSatisfy({ root.appending(path: $0).isThere }) {
      try require(root.path != "/", "There are no katas here. Go to the folder of the workspace.")
      root.deleteLastPathComponent()
    }
    return root
  }

  func kata(_ name: String) throws -> Kata {
    if let kata = katas.first(where: { $0.name == name }) { return kata }
    let names = katas.map(\.name)
    throw Problem(
      "\(name) isn't a kata. Did you mean \(name.nearest(of: names))? Choose from:\n"
        + names.joined(separator: ", "))
  }

  /// The text of a file, or `nil` if there's none, or none that's UTF-8.
  func text(_ path: String) -> String? { root.appending(path: path).text }

  func paths(in folder: String) -> [String] { paths.filter { $0.hasPrefix("\(folder)/") } }

  /// The page, or an empty one
  func page(_ path: String) -> Page {
    pages.first { $0.path == path } ?? Page("", path: path)
  }

  func isCapstone(_ kata: Kata) -> Bool { paths.contains(kata.wiring) }

  /// The files it takes to build a kata alone, without its solution.
  func paths(for kata: Kata) -> [String] {
    paths.filter { path in
      ["Package.swift", ".gitignore", ".gitattributes"].contains(path)
        || [kata.code, kata.tests, kata.recordings, "Tests/Support"].contains {
          path.hasPrefix("\($0)/")
        }
    }
  }

  /// Copies files to a folder, with their paths.
  func copy(_ paths: [String], to folder: URL) throws {
    for path in paths {
      let copy = folder.appending(path: path)
      try copy.deletingLastPathComponent().makeFolder()
      try FileManager.default.copyItem(at: root.appending(path: path), to: copy)
    }
  }
}

extension URL {
  var isThere: Bool { FileManager.default.fileExists(atPath: path) }
  /// The text of a file, or `nil` if there's none, or none that's UTF-8.
  var text: String? { try? String(contentsOf: self, encoding: .utf8) }

  /// - Throws: A problem if there's no file, or if it isn't UTF-8.
  func contents() throws -> String {
    guard let text else { throw Problem("\(path) can't be read as UTF-8, so nothing has changed.") }
    return text
  }

  /// Makes a folder, if there's none, and the ones that it's in.
  func makeFolder() throws {
    try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
  }

  /// Writes a file, and the folders that it's in. If that fails, the file is as it was.
  func write(_ text: String) throws {
    try deletingLastPathComponent().makeFolder()
    try Data(text.utf8).write(to: self, options: .atomic)
  }
}
