import Foundation

/// Makes the changes that pages show, in the learner's own files, and takes them back.
struct Practice {
  let workspace: Workspace
  let kata: Kata

  /// What has been applied, the last change at the end. It's kept where the build is.
  private var logFile: URL { workspace.root.appending(path: ".build/kata-applied.json") }

  /// A change that has been made.
  private struct Applied: Codable {
    var kata: String
    var title: String
    /// The texts of files, by their paths. Files without a text weren't there.
    var before: [String: String]
    var after: [String: String]
  }

  private var changes: [Change] { Change.all(for: kata, in: workspace) }

  /// The headings of the drills. Those of the walkthrough would give the solution away.
  var list: String {
    let titles = changes.filter(\.isDrill).map(\.block.title).unique
    return
      (["The drills of \(kata.name):"] + titles.map { "  \($0)" } + [
        "",
        "Apply one with: swift run kata apply \(kata.name) \"\(titles.first ?? "TITLE")\"",
        "The headings of patches on other pages, such as the walkthrough's, work, too.",
      ]).text
  }

  /// Makes the changes below a heading. Returns what has happened, in lines.
  ///
  /// - Throws: A problem if they don't fit. In that case, nothing has changed.
  func apply(_ title: String) async throws -> [String] {
    let chosen = try changes(titled: title)
    var texts = Texts(workspace: workspace)
    for change in chosen {
      if let path = change.block.testFile {
        try require(
          texts.current(path) == nil,
          "\(path) is there already, so nothing has changed. Give your file another name first.")
        texts.after[path] = .some(change.block.text)
      } else {
        try await apply(change, to: &texts)
      }
    }
    var log = try readLog()
    log.append(
      Applied(
        kata: kata.name, title: chosen[0].block.title,
        before: texts.before.compactMapValues { $0 }, after: texts.after.compactMapValues { $0 }))
    try write(log)
    try write(texts.after)
    return texts.after.keys.sorted().map { "Changed: \($0)" }
      + ["Take it back with: swift run kata apply \(kata.name) --undo"]
  }

  /// Takes the last change of this kata back, and leaves everything else as it is.
  func undo() async throws -> String {
    var log = try readLog()
    guard let index = log.lastIndex(where: { $0.kata == kata.name }) else {
      throw Problem("Nothing is applied to \(kata.name).")
    }
    let last = log.remove(at: index)
    var texts: [String: String?] = [:]
    for path in Set(last.before.keys).union(last.after.keys) {
      if workspace.text(path) == last.after[path] {
        texts[path] = .some(last.before[path])
      } else {
        texts[path] = .some(try await merge(path, last))
      }
    }
    try write(texts)
    try write(log)
    return "Taken back: \(last.title)"
  }

  /// The changes below the heading that a title names.
  func changes(titled title: String) throws -> [Change] {
    let wanted = title.lowercased()
    let titles = changes.map(\.block.title).unique
    let matches =
      titles.filter { $0.lowercased() == wanted }.nonEmpty
      ?? titles.filter { $0.lowercased().contains(wanted) }
    guard matches.count == 1 else {
      // Of the other headings, some give the solution away.
      let drills = changes.filter(\.isDrill).map(\.block.title).unique
      let near = matches.nonEmpty ?? title.similar(in: drills)
      throw Problem(
        "No patch for \(kata.name) has the heading \"\(title)\". "
          + (near.isEmpty
            ? "To see the drills' headings: swift run kata apply \(kata.name)"
            : "Did you mean one of these?\n\(near.map { "  \($0)" }.text)"))
    }
    return changes.filter { $0.block.title == matches[0] }
  }

  /// Lets Git make a change in copies of the files.
  private func apply(_ change: Change, to texts: inout Texts) async throws {
    let patch = Patch(change.patch)
    let paths = patch.hunks.map(\.path).unique
    let results = try await ScratchFolder.with { folder -> [String: String?] in
      let copy = folder.appending(path: "copy")
      for path in paths {
        if let text = texts.current(path) { try copy.appending(path: path).write(text) }
      }
      try copy.makeFolder()
      let file = folder.appending(path: "patch")
      try file.write(change.patch)
      let result = try await Git(folder: copy).result(["apply", "-C1", file.path])
      try require(result.status == 0, misfit(of: patch, to: texts, change))
      return Dictionary(
        uniqueKeysWithValues: paths.map { ($0, copy.appending(path: $0).text) })
    }
    for (path, text) in results { texts.after[path] = .some(text) }
  }

  /// Why a patch doesn't fit.
  private func misfit(of patch: Patch, to texts: Texts, _ change: Change) -> String {
    let reasons = patch.hunks.compactMap { hunk -> String? in
      do {
        _ = try hunk.applied(to: texts.current(hunk.path) ?? "")
        return nil
      } catch {
        return "In \(hunk.path), \(error)."
      }
    }
    return (["\"\(change.block.title)\" doesn't fit your code, so nothing has changed."] + reasons)
      .text
  }

  /// Takes a change back from a file that has been edited since.
  private func merge(_ path: String, _ change: Applied) async throws -> String? {
    try await ScratchFolder.with { folder in
      let names = ["now", "after", "before"]
      let texts = [workspace.text(path), change.after[path], change.before[path]]
      for (name, text) in zip(names, texts) {
        try folder.appending(path: name).write(text ?? "")
      }
      let result = try await Git(folder: folder).result(["merge-file", "-p", "-q"] + names)
      try require(
        result.status == 0,
        "\(path) has been edited where \"\(change.title)\" changed it, so nothing has been taken back."
      )
      return result.output.isEmpty && change.before[path] == nil ? nil : result.output
    }
  }

  private func write(_ texts: [String: String?]) throws {
    for (path, text) in texts {
      let file = workspace.root.appending(path: path)
      if let text { try file.write(text) } else { try? FileManager.default.removeItem(at: file) }
    }
  }

  private func readLog() throws -> [Applied] {
    guard let data = try? Data(contentsOf: logFile) else { return [] }
    return (try? JSONDecoder().decode([Applied].self, from: data)) ?? []
  }

  private func write(_ log: [Applied]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try logFile.write(String(decoding: encoder.encode(log), as: UTF8.self))
  }
}

/// The texts of files before some changes and after them.
private struct Texts {
  let workspace: Workspace
  /// A file without a text isn't there.
  var after: [String: String?] = [:]

  var before: [String: String?] {
    Dictionary(uniqueKeysWithValues: after.keys.map { ($0, workspace.text($0)) })
  }

  func current(_ path: String) -> String? { after[path] ?? workspace.text(path) }
}

extension Array {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
