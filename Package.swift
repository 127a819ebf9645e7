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

/// The katas to build. While some are chosen, the program `kata` isn't built.
let chosen = names(in: "KATA").isEmpty ? attempts : names(in: "KATA")

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

/// The program `kata`, and its tests, which a hand-out doesn't have.
var tool: [Target] = [
  .executableTarget(
    name: "kata", path: "Tests/Tool", swiftSettings: [.unsafeFlags(withoutSystemIndex)])
]
if hasSolutions {
  tool.append(
    .testTarget(
      name: "ToolTests", dependencies: ["kata", "TestSupport"], path: "Tests/ToolTests",
      swiftSettings: [.unsafeFlags(withoutSystemIndex)]))
}

/// Reports a problem through a target that can't exist. SwiftPM quotes the target's path and name in
/// one line, but shows what a manifest prints only along with the command that compiled it.
func problem(_ sentence: String, path: String) -> Target {
  .target(name: sentence, path: path)
}

var problems = ["KATA", "ATTEMPT"].flatMap { variable in
  names(in: variable).filter { !katas.contains($0) }.map { name in
    problem(
      "\(variable)=\(name), which isn't a kata. Choose from \(katas.joined(separator: ", "))",
      path: "\(variable)=\(name)")
  }
}
problems += attempts.filter { katas.contains($0) && !chosen.contains($0) }.map { name in
  problem(
    "ATTEMPT=\(name), but KATA leaves this kata out. Add it to KATA, or unset KATA",
    path: "ATTEMPT=\(name)")
}
if hasSolutions, !isFolder("Tests/Solutions") {
  problems.append(
    problem(
      "Tests/Solutions must be a symbolic link. Clone again with: git clone -c core.symlinks=true",
      path: "Tests/Solutions"))
}

let package = Package(
  name: "LegacyRefactoringKatas",
  platforms: [.macOS(.v15)],
  targets: problems.isEmpty
    ? [support] + (chosen.isEmpty ? tool : [])
      + katas.filter { chosen.isEmpty || chosen.contains($0) }.flatMap(targets(ofKata:))
    : problems
)
