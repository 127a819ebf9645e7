// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// The katas. Each has a folder of this name in Katas, Solutions, Tests/Katas, and docs.
let katas = [
  "Capstone",
  "ClockInjection",
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

/// The katas whose seam tests run against your code in Katas.
///
/// On the command line, the names come from the environment:
/// `ATTEMPT=ProtocolExtraction swift test --filter ProtocolExtraction`.
/// In Xcode, and in other editors that run tests, put them between these brackets.
let attemptsInXcode: [String] = []

let attempts =
  attemptsInXcode
  + (Context.environment["ATTEMPT"] ?? "")
  .split { $0 == "," || $0 == " " }
  .map(String.init)

/// The modules and the tests of a kata. A checkout may come without the solutions, but with them, it
/// needs the link through which the tests are compiled a second time. The capstone's solution has its
/// own tests, because those in Tests/Katas are for the seams that you choose. Tests in a folder named
/// Own are yours, so they're compiled with your code alone.
func targets(ofKata name: String) -> [Target] {
  var targets = [
    module("\(name)Before", path: "Katas/\(name)"),
    tests(
      "\(name)BeforeTests", of: "\(name)Before", path: "Tests/Katas/\(name)",
      without: ["Seam", "Recordings", "Own/Recordings"]),
  ]
  if isFolder("Solutions/\(name)") {
    let ownTests = "Solutions/\(name)Tests"
    targets += [
      module("\(name)After", path: "Solutions/\(name)"),
      tests(
        "\(name)AfterTests", of: "\(name)After",
        path: isFolder(ownTests) ? ownTests : "Tests/Solutions/\(name)",
        without: ["Own", "Seam/Own", "Recordings"]),
    ]
  }
  if attempts.contains(name) {
    targets.append(
      tests("\(name)AttemptTests", of: "\(name)Before", path: "Tests/Katas/\(name)/Seam"))
  }
  return targets
}

func module(_ name: String, path: String) -> Target {
  .target(name: name, path: path, swiftSettings: [.defaultIsolation(MainActor.self)])
}

func tests(_ name: String, of module: String, path: String, without folders: [String] = [])
  -> Target
{
  .testTarget(
    name: name,
    dependencies: [.byName(name: module), "TestSupport"],
    path: path,
    exclude: folders.filter { isFolder("\(path)/\($0)") },
    swiftSettings: module.hasSuffix("After") ? [.define("SOLUTION")] : [])
}

func isFolder(_ path: String) -> Bool {
  var isDirectory: ObjCBool = false
  let path = "\(Context.packageDirectory)/\(path)"
  return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    && isDirectory.boolValue
}

/// Reports a problem through a target that can't exist. SwiftPM quotes the target's path and name in
/// one line, but shows what a manifest prints only along with the command that compiled it.
func problem(_ sentence: String, path: String) -> Target {
  .target(name: sentence, path: path)
}

/// The program `kata`, and its tests.
let tool: [Target] =
  isFolder("Tests/Tool")
  ? [
    .executableTarget(name: "kata", path: "Tests/Tool"),
    .testTarget(
      name: "ToolTests", dependencies: ["kata", "TestSupport"], path: "Tests/ToolTests"),
  ] : []

var problems = attempts.filter { !katas.contains($0) }.map { name in
  problem(
    "ATTEMPT=\(name), which isn't a kata. Choose from \(katas.joined(separator: ", "))",
    path: "ATTEMPT=\(name)")
}
if isFolder("Solutions"), !isFolder("Tests/Solutions") {
  problems.append(
    problem(
      "Tests/Solutions must be a symbolic link. Clone again with: git clone -c core.symlinks=true",
      path: "Tests/Solutions"))
}

let package = Package(
  name: "LegacyRefactoringKatas",
  platforms: [.macOS(.v15)],
  targets: problems.isEmpty
    ? [.target(name: "TestSupport", path: "Tests/Support")] + tool
      + katas.filter { isFolder("Katas/\($0)") }.flatMap(targets(ofKata:))
    : problems
)
