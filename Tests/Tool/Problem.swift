/// Something that's wrong, in sentences that say where it is and what to do about it.
struct Problem: Error, Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

func require(_ isTrue: Bool, _ problem: @autoclosure () -> String) throws {
  if !isTrue { throw Problem(problem()) }
}

/// Returns the problem that a check throws, if it does, and the place where.
func problem(at place: String, _ check: () async throws -> Void) async throws -> Problem? {
  do {
    try await check()
    return nil
  } catch let problem as Problem {
    return Problem("\(place): \(problem)")
  } catch let misfit as PatchDoesNotFit {
    return Problem("\(place): the patch doesn't apply. \(misfit)")
  }
}

/// What a series of checks has found.
struct Findings: Sendable {
  private(set) var problems: [Problem] = []
  private(set) var passed = 0

  /// Adds a problem once, or that there's none.
  mutating func add(_ problem: Problem?) {
    if let problem {
      if !problems.contains(problem) { problems.append(problem) }
    } else {
      passed += 1
    }
  }

  mutating func expect(_ isTrue: Bool, _ sentence: @autoclosure () -> String) {
    add(isTrue ? nil : Problem(sentence()))
  }

  static func += (total: inout Self, more: Self) {
    for problem in more.problems { total.add(problem) }
    total.passed += more.passed
  }
}
