import Foundation

/// The first files of a kata, made from what all katas share. Its code does next to nothing, and the
/// solution is the same.
struct Scaffold {
  static let marker = "To be written."

  let workspace: Workspace
  let kata: Kata

  init(_ workspace: Workspace, _ kata: Kata) throws {
    let isName = kata.name.wholeMatch(of: /[A-Z][A-Za-z0-9]+/) != nil
    // Most file systems of Macs don't tell upper case from lower.
    let folders = [kata.code, kata.solution, kata.tests, kata.docs].map { $0.lowercased() + "/" }
    let old = workspace.paths.first { path in folders.contains { path.lowercased().hasPrefix($0) } }
    try require(
      isName && old == nil,
      "\(kata.name) can't be added\(old.map { ", since \($0) is there already" } ?? ""). "
        + "Choose a new name, in the form of a Swift type's: MyKata")
    self.workspace = workspace
    self.kata = kata
  }

  /// The texts of all files that are new or that change, by their paths. AddingAKata.md has the code.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for page in workspace.pages where withRow(page) != page.text {
      files[page.path] = withRow(page)
    }
    for block in workspace.page("docs/AddingAKata.md").blocks("swift") {
      guard let path = block.templatePath else { continue }
      let text = block.lines.dropFirst().map { "\($0)\n" }.joined()
      files[path.replacing("MyKata", with: kata.name)] = text.replacing("MyKata", with: kata.name)
    }
    files["\(kata.solution)/\(kata.name).swift"] = files["\(kata.code)/\(kata.name).swift"]
    for folder in [kata.tests, kata.seam] { files["\(folder)/Own/.gitkeep"] = "" }
    for name in ["README.md", "Drills.md", "Walkthrough.md"] {
      files["\(kata.docs)/\(name)"] = page(name)
    }
    files["Package.swift"] = try manifest()
    return files
  }

  /// The manifest lists the katas in alphabetical order.
  private func manifest() throws -> String {
    var lines = try workspace.root.appending(path: "Package.swift").contents().lines
    let isEntry = { (line: String) in line.wholeMatch(of: /\s+"\w+",/) != nil }
    let first = lines.firstIndex(where: isEntry) ?? 0
    let entries = lines[first...].prefix(while: isEntry)
    let all = (entries + ["  \"\(kata.name)\","]).sorted()
    lines.replaceSubrange(entries.startIndex..<entries.endIndex, with: all)
    return lines.text
  }

  /// A page with the headings that the pages of all katas have.
  private func page(_ name: String) -> String {
    let pages = workspace.katas.filter { !workspace.isCapstone($0) }
      .map { workspace.page("\($0.docs)/\(name)").prose.filter { $0.hasPrefix("##") } }
    let shared = (pages.first ?? []).filter { line in pages.allSatisfy { $0.contains(line) } }
    let sections = shared.map { "\($0)\n\n\(Self.marker)\n" }
    return (["# \(kata.name)\n"] + sections).text
  }

  /// Copies the first row of a table that has the last kata before the capstone.
  private func withRow(_ page: Page) -> String {
    var lines = page.text.lines
    guard page.isGeneral, let last = workspace.katas.last(where: { !workspace.isCapstone($0) }),
      let row = lines.firstIndex(where: { $0.hasPrefix("|") && $0.contains(last.name) })
    else { return page.text }
    let cells = lines[row].split(separator: "|").map { cell in
      let page = cell.firstMatch(of: /\]\((\S*README\.md)\)/)?.1
      if let page { return " [\(kata.name)](\(page.replacing(last.name, with: kata.name))) " }
      return " \(cell.contains(last.name) && !cell.contains("](") ? kata.name : Self.marker) "
    }
    lines.insert("|\(cells.joined(separator: "|"))|", at: row + 1)
    return lines.text
  }
}
