import Testing

@testable import kata

@Suite("Tool: plans of builds")
struct BuildPlanTests {
  /// The lines of a plan that compile a module, as SwiftPM 6.3 writes them, but shorter.
  private static func compiling(_ module: String) -> String {
    """
      "C.\(module)-x86_64-unknown-linux-gnu-debug.module":
        tool: shell
        outputs: ["/b/Modules/\(module).swiftmodule"]
        args: ["/usr/bin/swiftc","-module-name","\(module)","-emit-module","-emit-module-path",\
    "/b/Modules/\(module).swiftmodule","-c","@/b/\(module).build/sources","-parseable-output"]

    """
  }

  private static func command(compiling module: String) -> [String] {
    [
      "/usr/bin/swiftc", "-module-name", module, "-emit-module", "-emit-module-path",
      "/b/Modules/\(module).swiftmodule", "-c", "@/b/\(module).build/sources",
    ]
  }

  private static let linking = """
      "C.AllTests-x86_64-unknown-linux-gnu-debug.test":
        tool: shell
        args: ["/usr/bin/swiftc","-o","/b/All Tests.xctest","-module-name","AllTests","-emit-executable"]

    """

  private static let support = compiling("TestSupport")
  private static let code = compiling("MiniBefore")
  private static let net = compiling("MiniBeforeTests")
  private static let seam = compiling("MiniAttemptTests")

  @Test func `a plan has the commands for the code, its tests, and the program that runs them`()
    throws
  {
    let text = Self.support + Self.net + Self.linking + Self.code
    let plan = try #require(BuildPlan(of: mini, yaml: text))
    #expect(plan.code == Self.command(compiling: "MiniBefore"))
    #expect(plan.tests == [Self.command(compiling: "MiniBeforeTests")])
    #expect(plan.link.last == "-emit-executable")
    #expect(plan.product == "/b/All Tests.xctest")
  }

  @Test func `with seam tests, both modules of tests are compiled`() throws {
    let without = try #require(BuildPlan(of: mini, yaml: Self.code + Self.net + Self.linking))
    #expect(!without.hasSeamTests)

    let text = Self.code + Self.net + Self.seam + Self.linking
    let plan = try #require(BuildPlan(of: mini, yaml: text))
    #expect(plan.hasSeamTests)
    #expect(
      plan.tests == ["MiniAttemptTests", "MiniBeforeTests"].map(Self.command(compiling:)))
  }

  @Test(arguments: [
    "", net + linking, code + linking, code + net, code + net + linking + linking,
    code.replacing("args: [", with: "args:\n  [") + net + linking,
  ])
  func `without one command for each purpose, there's no plan`(text: String) {
    #expect(BuildPlan(of: mini, yaml: text) == nil)
  }
}
