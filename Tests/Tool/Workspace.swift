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

  /// The value of `ATTEMPT` with which a file is compiled. Code before and its tests don't need any.
  func attempt(for path: String) -> String? {
    [solution, seam].contains { path.hasPrefix("\($0)/") } ? name : nil
  }
}

/// A checkout or a hand-out.
struct Workspace: Sendable {
  let root: URL
  /// The paths of all files and links from the root, other than those that tools write.
  let paths: [String]
  /// In the order of README.md.
  let katas: [Kata]
  /// All pages, as they are now
  let pages: [Page]

  init(root: URL) {
    self.root = root
    let ignored = [".build", ".git", ".swiftpm", "DerivedData", ".DS_Store", "Package.resolved"]
    var paths: [String] = []
    let files = FileManager.default.enumerator(atPath: root.path)
    while let path = files?.nextObject() as? String {
      if ignored.contains(URL(filePath: path).lastPathComponent) {
        files?.skipDescendants()
      } else if files?.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
        paths.append(path)
      }
    }
    self.paths = paths.sorted()
    let parts = paths.filter { $0.hasPrefix("Katas/") }.map { $0.split(separator: "/") }
    let folders = Set(parts.filter { $0.count > 2 }.map { $0[1] })
    let readme = root.appending(path: "README.md").text
    let rows = readme?.matches(of: /\(docs\/(\w+)\/README\.md\)/).map(\.1) ?? []
    katas = (rows.filter(folders.contains) + folders.sorted()).map(String.init).unique
      .map(Kata.init)
    pages = self.paths.filter { $0 == "README.md" || $0.hasPrefix("docs/") && $0.hasSuffix(".md") }
      .map { Page(root.appending(path: $0).text ?? "", path: $0) }
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

  /// The text of a file, or `nil` if there's none.
  func text(_ path: String) -> String? {
    root.appending(path: path).text
  }

  func paths(in folder: String) -> [String] { paths.filter { $0.hasPrefix("\(folder)/") } }

  func page(_ path: String) -> Page { Page(text(path) ?? "", path: path) }

  func isCapstone(_ kata: Kata) -> Bool { paths.contains(kata.wiring) }

  /// The files it takes to build a kata alone, without its solution.
  func paths(for kata: Kata) -> [String] {
    paths.filter { path in
      ["Package.swift", ".gitignore"].contains(path)
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
  /// The text of a file, or `nil` if there's none.
  var text: String? { try? String(contentsOf: self, encoding: .utf8) }

  /// Makes a folder, if there's none, and the ones that it's in.
  func makeFolder() throws {
    try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
  }

  /// Writes a file, and the folders that it's in.
  func write(_ text: String) throws {
    try deletingLastPathComponent().makeFolder()
    try Data(text.utf8).write(to: self)
  }
}
