/// Checks the files: the top level, the folders and rows of each kata, and which files a solution has.
struct LayoutCheck {
  let workspace: Workspace
  private(set) var findings = Findings()

  init(_ workspace: Workspace) { self.workspace = workspace }

  mutating func run() {
    let top = names(in: "").filter { !$0.hasPrefix(".") }
    findings.expect(
      top == ["Katas", "Package.swift", "README.md", "Solutions", "Tests", "docs"],
      "The top level has \(top.quoted). Move what doesn't belong there.")
    // In parts, so that they aren't found in this file
    let hatches = ["nonisolated(" + "unsafe", "@unchecked " + "Sendable", "@pre" + "concurrency"]
    for path in workspace.paths where path.hasSuffix(".swift") {
      let found = hatches.filter { workspace.text(path)?.contains($0) ?? false }
      findings.expect(found.isEmpty, "\(path) has \(found.quoted). Let the compiler check it.")
    }
    checkLists()
    for page in workspace.pages {
      let count = page.prose.count { $0.contains(Scaffold.marker) }
      findings.expect(
        count == 0, "\(page.path) has parts to write (\(count)). Look for: \(Scaffold.marker)")
    }
    for kata in workspace.katas { check(kata) }
  }

  private func names(in folder: String) -> [String] {
    let paths = folder.isEmpty ? workspace.paths : workspace.paths(in: folder)
    return paths.map { String($0.dropFirst(folder.count).drop { $0 == "/" }.prefix { $0 != "/" }) }
      .unique.sorted()
  }

  private mutating func checkLists() {
    let katas = workspace.katas.map(\.name)
    let capstones = workspace.katas.filter(workspace.isCapstone).map { "\($0.name)Tests" }
    for folder in ["Solutions", "Tests/Katas", "docs"] {
      let expected = katas + (folder == "Solutions" ? capstones : [])
      let found = names(in: folder).filter { !$0.contains(".") }
      let difference = Set(found).symmetricDifference(expected).sorted()
      findings.expect(
        difference.isEmpty,
        "\(folder), unlike Katas, lacks or adds these folders: \(difference.quoted)")
    }
    let pages = ["ChoosingAPattern", "Handout", "Workshop"].map { "docs/\($0).md" }
    for list in ["Package.swift", "README.md"] + pages {
      let words = Set((workspace.text(list) ?? "").matches(of: /\w+/).map { String($0.0) })
      let missing = katas.filter { !words.contains($0) }
      findings.expect(missing.isEmpty, "\(list) lacks \(missing.quoted). Add a row for each kata.")
    }
  }

  private mutating func check(_ kata: Kata) {
    let files = [kata.code, kata.solution].map { folder in
      workspace.paths(in: folder).map { $0.dropFirst(folder.count) }
    }
    let names = files[1].difference(from: files[0])
    findings.expect(
      names.removals.isEmpty && names.insertions.count <= 1,
      "\(kata.solution) needs the files of \(kata.code). It may add one, for what it sprouts.")
    let isChanged = files[0].contains { file in
      workspace.text(kata.code + file) != workspace.text(kata.solution + file)
    }
    findings.expect(isChanged, "\(kata.solution) is the same as \(kata.code). Open a seam there.")
    guard workspace.isCapstone(kata) else { return }
    // Learners write the net. The model net is next to the solution.
    let net = workspace.text("\(kata.tests)/CharacterizationTests.swift") ?? ""
    findings.expect(
      net.ranges(of: "@Test").count == 1, "\(kata.tests): let the learner's net have one test.")
  }
}
