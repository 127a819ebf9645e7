import Foundation

/// The commands with which SwiftPM has built the tests of a kata. Running them after a change of the
/// code takes about two thirds of the time of `swift test`, because SwiftPM spends a second on finding
/// out what to do.
///
/// They are in a file in SwiftPM's build folder, YAML whose values are written like JSON. If a version
/// of SwiftPM writes something else, there's no plan.
struct BuildPlan {
  /// Compiles the kata's code.
  let code: [String]
  /// Compile its tests, in the order of their modules' names.
  let tests: [[String]]
  let link: [String]
  /// The program that runs the tests.
  let product: String
  /// Whether the kata's seam tests are among the tests.
  let hasSeamTests: Bool
  private let module: URL

  /// On a Mac, the product isn't a program, and what runs it differs from version to version.
  init?(of kata: Kata, in folder: URL) {
    #if os(macOS)
      return nil
    #else
      self.init(of: kata, yaml: folder.appending(path: "debug.yaml").text ?? "")
    #endif
  }

  init?(of kata: Kata, yaml: String) {
    let commands = yaml.lines.compactMap(Self.command(on:))
    func compiler(of module: String) -> [String]? {
      commands.first { $0.contains("-emit-module") && $0.value(of: "-module-name") == module }
    }
    let links = commands.filter { $0.contains("-emit-executable") }
    let attempt = compiler(of: "\(kata.name)AttemptTests")
    guard let code = compiler(of: "\(kata.name)Before"),
      let net = compiler(of: "\(kata.name)BeforeTests"),
      let module = code.value(of: "-emit-module-path"),
      let link = links.first, links.count == 1, let product = link.value(of: "-o")
    else { return nil }
    self.code = code
    self.module = URL(filePath: module)
    tests = [attempt, net].compactMap(\.self)
    hasSeamTests = attempt != nil
    self.link = link
    self.product = product
  }

  /// The file of the compiled module. The tests were compiled with it, so if it's the same after a
  /// change, they don't have to be compiled again.
  var interface: Data? { try? Data(contentsOf: module) }

  /// The command on a line, without the option that has the compiler print JSON.
  private static func command(on line: String) -> [String]? {
    guard let list = line.wholeMatch(of: /\s+args: (\[.*\])/)?.1 else { return nil }
    let arguments = try? JSONDecoder().decode([String].self, from: Data(list.utf8))
    return arguments?.filter { $0 != "-parseable-output" }
  }
}

extension [String] {
  /// The argument after an option.
  fileprivate func value(of option: String) -> String? {
    firstIndex(of: option).flatMap { dropFirst($0 + 1).first }
  }
}
