// swift-tools-version: 6.2

import PackageDescription

/// The katas: each name stands for a folder in Katas, Solutions and docs, and one in Tests.
let katas = [
  "MetatypeValue",
  "ProtocolExtraction",
  "PureFunctionExtraction",
  "SingletonInjection",
  "SproutMethod",
  "SubclassAndOverride",
]

/// The katas whose seam tests run against the module in Katas, not the one in Solutions.
///
/// On the command line they come from the environment:
/// `ATTEMPT=ProtocolExtraction swift test --filter ProtocolExtraction`.
/// In Xcode, and in other editors that run tests, put the names between these brackets.
let attemptsInXcode: [String] = []

let attempts =
  attemptsInXcode
  + (Context.environment["ATTEMPT"] ?? "")
  .split { $0 == "," || $0 == " " }
  .map(String.init)

func targets(ofKata name: String) -> [Target] {
  [
    .target(
      name: "\(name)Before",
      path: "Katas/\(name)",
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .target(
      name: "\(name)After",
      path: "Solutions/\(name)",
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: "\(name)Before"), .byName(name: "\(name)After")],
      swiftSettings: attempts.contains(name) ? [.define("ATTEMPT")] : []
    ),
  ]
}

/// A target that exists for the error message of SwiftPM, which quotes its path and its name.
///
/// SwiftPM shows what a manifest itself prints only together with the manifest's compiler command.
func missingKata(_ name: String) -> Target {
  .target(
    name: "ATTEMPT=\(name), which is no kata: choose from \(katas.joined(separator: ", "))",
    path: "Katas/\(name)"
  )
}

let package = Package(
  name: "LegacyRefactoringKatas",
  platforms: [.macOS(.v15)],
  targets: katas.flatMap(targets(ofKata:))
    + attempts.filter { !katas.contains($0) }.map(missingKata)
)
