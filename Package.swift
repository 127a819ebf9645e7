// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// The katas. Each has a folder of this name in Katas, Solutions, Tests/Katas, and docs.
let katas = [
  "CallbackExtraction",
  "Capstone",
  "ClockInjection",
  "ClosureInjection",
  "DependencyContainer",
  "GlobalReference",
  "InitializerInjection",
  "MetatypeValue",
  "MethodObject",
  "PrivateCode",
  "ProtocolExtraction",
  "PureFunctionExtraction",
  "SingletonInjection",
  "SproutMethod",
  "StaticRequirement",
  "SubclassAndOverride",
]

/// What this package contains, if it isn't everything.
///
/// On the command line, that comes from the environment: `KATA=ProtocolExtraction swift test` builds
/// this kata alone, and `ATTEMPT=ProtocolExtraction swift test` also compiles its seam tests with
/// your code in Katas. Xcode, and other editors that run tests, don't have these variables. There,
/// put the same words between these brackets: `["ATTEMPT=ProtocolExtraction"]`.
let variables: [String] = []

/// The katas that a variable names. Several are separated by commas.
func names(in variable: String) -> [String] {
  let prefix = "\(variable)="
  let values = variables.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  let value = Context.environment[variable] ?? values.joined(separator: ",")
  return value.split { $0 == "," || $0 == " " }.map(String.init)
}

/// The katas whose seam tests are compiled with your code.
let attempts = names(in: "ATTEMPT")

/// The katas to build: all if none are chosen.
let chosen = names(in: "KATA").isEmpty ? attempts : names(in: "KATA")

/// Whether the program `kata` is built. It takes a while, and whoever chooses katas in front of a
/// command doesn't need it.
let hasTool =
  Context.environment["KATA"] == nil && Context.environment["ATTEMPT"] == nil
  || chosen.isEmpty

/// A hand-out has no solutions.
let hasSolutions = isFolder("Solutions")

/// The modules and the tests of a kata. The tests are compiled a second time, through a link, with
/// the solution. In both, they import the kata by its name. Tests in a folder named Own are yours, so
/// they're compiled with your code alone. The capstone's solution has its own tests, because those in
/// Tests/Katas are for the seams that you choose.
func targets(ofKata name: String) -> [Target] {
  var targets = [
    module("\(name)Before", path: "Katas/\(name)"),
    tests(
      "\(name)BeforeTests", of: "\(name)Before", as: name, path: "Tests/Katas/\(name)",
      without: ["Seam"]),
  ]
  if hasSolutions {
    let isCapstone = name == "Capstone"
    targets += [
      module("\(name)After", path: "Solutions/\(name)"),
      tests(
        "\(name)AfterTests", of: "\(name)After", as: name,
        path: isCapstone ? "Solutions/\(name)Tests" : "Tests/Solutions/\(name)",
        without: isCapstone ? [] : ["Own", "Seam/Own"]),
    ]
  }
  if attempts.contains(name) {
    targets.append(
      tests(
        "\(name)AttemptTests", of: "\(name)Before", as: name, path: "Tests/Katas/\(name)/Seam"))
  }
  return targets
}

func module(_ name: String, path: String) -> Target {
  .target(
    name: name, path: path,
    swiftSettings: [.defaultIsolation(MainActor.self), .unsafeFlags(withoutSystemIndex)])
}

/// - Parameter kata: The name by which the tests import the module.
func tests(
  _ name: String, of module: String, as kata: String, path: String, without folders: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: [.byName(name: module), "TestSupport"],
    path: path,
    exclude: folders,
    swiftSettings: [
      .unsafeFlags(["-module-alias", "\(kata)=\(module)"] + withoutSystemIndex)
    ])
}

/// Indexing the system's modules for each target takes a third of the time of a build.
let withoutSystemIndex = ["-index-ignore-system-modules", "-index-ignore-clang-modules"]

func isFolder(_ path: String) -> Bool {
  var isDirectory: ObjCBool = false
  let path = "\(Context.packageDirectory)/\(path)"
  return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    && isDirectory.boolValue
}

/// What the tests of several katas share.
let support = Target.target(
  name: "TestSupport", path: "Tests/Support", swiftSettings: [.unsafeFlags(withoutSystemIndex)])

/// The program `kata`.
let tool = Target.executableTarget(
  name: "kata", path: "Tests/Tool", swiftSettings: [.unsafeFlags(withoutSystemIndex)])

/// Its tests, which a hand-out doesn't have.
let toolTests = Target.testTarget(
  name: "ToolTests", dependencies: ["kata", "TestSupport"], path: "Tests/ToolTests",
  swiftSettings: [.unsafeFlags(withoutSystemIndex)])

/// What's wrong with the variables or the checkout, and the variable or folder that it's about.
var problem: (sentence: String, place: String)? {
  for variable in ["KATA", "ATTEMPT"] {
    if let name = names(in: variable).first(where: { !katas.contains($0) }) {
      let list = katas.joined(separator: ", ")
      return (
        "\(variable)=\(name), which isn't a kata. Choose from \(list)", "\(variable)=\(name)"
      )
    }
  }
  if let name = attempts.first(where: { !chosen.contains($0) }) {
    let sentence = "ATTEMPT=\(name), but KATA leaves this kata out. Add it to KATA, or unset KATA"
    return (sentence, "ATTEMPT=\(name)")
  }
  if hasSolutions, !isFolder("Tests/Solutions") {
    let command = "git clone -c core.symlinks=true"
    return (
      "Tests/Solutions must be a symbolic link. Clone again with: \(command)", "Tests/Solutions"
    )
  }
  return nil
}

var targets: [Target] = [support]
if let problem {
  // A target that can't exist: SwiftPM quotes its path and its name in one line, but shows what a
  // manifest prints only along with the command that compiled it.
  targets = [.target(name: problem.sentence, path: problem.place)]
} else {
  targets += katas.filter { chosen.isEmpty || chosen.contains($0) }.flatMap(targets(ofKata:))
  if hasTool { targets.append(tool) }
  if hasSolutions, chosen.isEmpty { targets.append(toolTests) }
}

let package = Package(
  name: "LegacyRefactoringKatas", platforms: [.macOS(.v15)], targets: targets)
