import Foundation

/// The list of katas, with how far each one is.
struct Overview {
  let workspace: Workspace

  func show(on console: Console) async throws {
    let width = workspace.katas.map(\.name.count).max() ?? 0
    for kata in workspace.katas {
      let name = kata.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      console.line(name + (try await state(of: kata)))
    }
    console.line("\n\(Command.usage)")
  }

  /// A kata is untouched while its code and tests are those of `main`. Without this branch, there's
  /// nothing to compare it with.
  func state(of kata: Kata) async throws -> String {
    let solution = workspace.paths(in: kata.solution)
    let isSolved = solution.allSatisfy { path in
      workspace.text(path) == workspace.text(path.replacing(kata.solution, with: kata.code))
    }
    let state =
      isSolved && !solution.isEmpty ? "the same as the solution" : try await change(of: kata)
    let count = numberOfOwnTests(of: kata)
    let tests = count == 0 ? nil : "\(count) \(count == 1 ? "test" : "tests") of your own"
    return [state, tests].compactMap { $0 }.joined(separator: ", ")
  }

  private func change(of kata: Kata) async throws -> String? {
    let git = Git(folder: workspace.root, isUsers: true)
    let diff = try await git.result(["diff", "--quiet", "main", "--", kata.code, kata.tests])
    guard diff.status <= 1 else { return nil }
    let new = try await git("ls-files", "-o", "--exclude-standard", "--", kata.code, kata.tests)
    return diff.status == 0 && new.isEmpty ? "untouched" : "changed"
  }

  /// Tests in the folders named Own, in both frameworks
  private func numberOfOwnTests(of kata: Kata) -> Int {
    workspace.paths(in: kata.tests).filter { $0.contains("/Own/") && $0.hasSuffix(".swift") }
      .map { path in
        let lines = workspace.text(path)?.lines ?? []
        return lines.count { $0.contains(/^\s*@Test\b|^\s*(@MainActor )?func test\w*\(/) }
      }.reduce(0, +)
  }
}
