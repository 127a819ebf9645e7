import Testing

extension Trait where Self == IssueHandlingTrait {
  /// Adds the name of the test module to each issue, because Swift Testing's console output doesn't
  /// show it, and the same tests run in several modules.
  public static var namesModule: Self {
    .compactMapIssues { issue in
      guard let module = issue.sourceLocation?.moduleName else { return issue }
      let comment = Comment(rawValue: "in \(module)")
      // A suite's trait is applied to the suite and to each test in it.
      guard !issue.comments.contains(comment) else { return issue }
      var issue = issue
      issue.comments.append(comment)
      return issue
    }
  }
}
