import Foundation

/// Makes the changes that pages show, in the learner's own files, and takes them back.
struct Practice {
  let workspace: Workspace
  let kata: Kata

  private var changes: [Change] { Change.all(for: kata, in: workspace) }

  /// The headings of the drills. Those of the walkthrough would give the solution away.
  var list: String {
    let titles = changes.filter(\.isDrill).map(\.block.title).unique
    return
      (["The drills of \(kata.name):"] + titles.map { "  \($0)" } + [
        "",
        "Apply one with: swift run kata apply \(kata.name) \((titles.first ?? "TITLE").inQuotes)",
        "The headings of patches on other pages work, too.",
      ]).text
  }

  /// Makes the changes below a heading. Returns what has happened, in lines.
  ///
  /// - Throws: A problem if they don't fit. In that case, nothing has changed.
  func apply(_ title: String) async throws -> [String] {
    let title = try changes(titled: title)[0].block.title
    do {
      let files = try await changed(by: title, ["-C1"])
      try write(try entries() + ["\(kata.name)\t\(title)"])
      try write(files)
      return files.keys.sorted().map { "Changed: \($0)" }
        + ["Take it back with: swift run kata apply \(kata.name) --undo"]
    } catch let misfit as PatchDoesNotFit {
      throw Problem(
        "\"\(title)\" doesn't fit your code, so nothing has changed. Git says:\n\(misfit)")
    }
  }

  /// Takes the last change of this kata back, and leaves everything else as it is.
  func undo() async throws -> String {
    var entries = try entries()
    while let index = entries.lastIndex(where: { $0.hasPrefix("\(kata.name)\t") }) {
      let title = String(entries.remove(at: index).dropFirst(kata.name.count + 1))
      do {
        try write(try await changed(by: title, ["-C1", "-R"]))
        try write(entries)
        return "Taken back: \(title)"
      } catch let misfit as PatchDoesNotFit {
        // If it can be made, it has been taken back in another way, such as with `git restore`.
        guard (try? await changed(by: title, ["-C1"])) != nil else {
          throw Problem(
            "Your code has changed where \"\(title)\" changed it, so nothing has been taken back. "
              + "Git says:\n\(misfit)")
        }
        try write(entries)
      }
    }
    throw Problem("Nothing is applied to \(kata.name).")
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

  /// Has Git make the changes below a heading in copies of the files. Returns the new content of the
  /// files, or `nil` for one that's gone.
  ///
  /// - Throws: `PatchDoesNotFit`
  private func changed(by title: String, _ options: [String]) async throws -> [String: Data?] {
    let chosen = try changes(titled: title).map(\.patch)
    let patches = options.contains("-R") ? chosen.reversed() : chosen
    let paths = chosen.flatMap { Patch($0).paths }.unique
    return try await ScratchFolder.with { folder in
      try workspace.copy(paths.filter { workspace.root.appending(path: $0).isThere }, to: folder)
      for patch in patches { try await Git(folder: folder).apply(patch, options) }
      return try paths.reduce(into: [:]) { files, path in
        let file = folder.appending(path: path)
        files[path] = .some(file.isThere ? try Data(contentsOf: file) : nil)
      }
    }
  }

  private func write(_ files: [String: Data?]) throws {
    for (path, data) in files {
      let file = workspace.root.appending(path: path)
      if let data {
        try file.deletingLastPathComponent().makeFolder()
        try data.write(to: file, options: .atomic)
      } else if file.isThere {
        try FileManager.default.removeItem(at: file)
      }
    }
  }

  /// What has been applied, the last change at the end: a line with a kata and a heading for each.
  /// `swift package clean` leaves it alone.
  private var log: URL { workspace.root.appending(path: ".kata-applied") }

  private func write(_ entries: [String]) throws {
    try write([".kata-applied": entries.isEmpty ? nil : Data("\(entries.text)\n".utf8)])
  }

  private func entries() throws -> [String] {
    log.isThere ? try log.contents().lines.filter { !$0.isEmpty } : []
  }
}

extension Array {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
