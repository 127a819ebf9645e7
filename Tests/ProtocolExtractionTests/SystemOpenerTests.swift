#if os(Linux)
  import Foundation
  import Testing

  @testable import ProtocolExtractionAfter
  @testable import ProtocolExtractionBefore

  /// What the vendor's class does with the desktop's tool, on either version and on Linux only.
  ///
  /// Each test runs in a process of its own (an exit test), whose PATH leads to a stand-in for
  /// `xdg-open`. So no window opens, and no other test sees the changed PATH.
  ///
  /// On Linux, Foundation learns of the end of a process through the loopback interface. Without one,
  /// as in an empty network namespace, it would wait for ever, so these tests do not run there.
  @Suite("ProtocolExtraction: the vendor's SystemOpener", .enabled(if: hasLoopback))
  struct SystemOpenerTests {
    @Test func `a file is handed to the tool`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: 0)
        defer { folder.remove() }
        for version in Version.allCases {
          #expect(await version.open(folder.document), "\(version)")
          #expect(folder.takeLog() == "[\(folder.document.path)]\n", "\(version)")
        }
      }
    }

    @Test func `showing the folder of a file hands the folder to the tool`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: 0)
        defer { folder.remove() }
        for version in Version.allCases {
          #expect(await version.showFolder(of: folder.document), "\(version)")
          #expect(folder.takeLog() == "[\(folder.url.path)]\n", "\(version)")
        }
      }
    }

    @Test func `a tool that fails is a refusal`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: 3)
        defer { folder.remove() }
        for version in Version.allCases {
          #expect(await !version.open(folder.document), "\(version)")
          #expect(folder.takeLog() == "[\(folder.document.path)]\n", "\(version)")
          #expect(await !version.showFolder(of: folder.document), "\(version)")
          #expect(folder.takeLog() == "[\(folder.url.path)]\n", "\(version)")
        }
      }
    }

    @Test func `the tool is not asked about a missing file`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: 0)
        defer { folder.remove() }
        let missing = folder.url.appendingPathComponent("missing.txt")
        for version in Version.allCases {
          #expect(await !version.open(missing), "\(version)")
          #expect(await !version.showFolder(of: missing), "\(version)")
          #expect(folder.takeLog() == nil, "\(version)")
        }
      }
    }

    @Test func `the first tool in PATH that can be run is taken`() async {
      await #expect(processExitsWith: .success) {
        let empty = try StandInFolder(exitCode: nil)
        let first = try StandInFolder(exitCode: 0)
        let second = try StandInFolder(exitCode: 3)
        defer {
          empty.remove()
          first.remove()
          second.remove()
        }
        setenv("PATH", "\(empty.url.path):\(first.url.path):\(second.url.path)", 1)
        try Data().write(to: empty.tool)
        for version in Version.allCases {
          #expect(await version.open(first.document), "\(version)")
          #expect(first.takeLog() == "[\(first.document.path)]\n", "\(version)")
        }
      }
    }

    @Test func `a tool that is killed is a refusal`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: 0, script: "kill -9 $$")
        defer { folder.remove() }
        for version in Version.allCases {
          #expect(await !version.open(folder.document), "\(version)")
        }
      }
    }

    @Test func `PATH is read each time, and a folder may be opened`() async {
      await #expect(processExitsWith: .success) {
        let first = try StandInFolder(exitCode: 0)
        let second = try StandInFolder(exitCode: 0)
        defer {
          first.remove()
          second.remove()
        }
        for version in Version.allCases {
          setenv("PATH", first.url.path, 1)
          #expect(await version.open(second.url), "\(version)")
          #expect(first.takeLog() == "[\(second.url.path)]\n", "\(version)")
          setenv("PATH", ":\(second.url.path)", 1)
          #expect(await version.open(first.url), "\(version)")
          #expect(second.takeLog() == "[\(first.url.path)]\n", "\(version)")
          #expect(first.takeLog() == nil, "\(version)")
        }
      }
    }

    @Test func `without a tool everything is refused`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: nil)
        defer { folder.remove() }
        for version in Version.allCases {
          #expect(await !version.open(folder.document), "\(version)")
        }
        unsetenv("PATH")
        for version in Version.allCases {
          #expect(await !version.open(folder.document), "\(version)")
        }
      }
    }

    @Test func `a tool that cannot be started is a refusal`() async {
      await #expect(processExitsWith: .success) {
        let folder = try StandInFolder(exitCode: nil)
        defer { folder.remove() }
        // A folder may be "executed", so this one is found, but it cannot be run.
        try FileManager.default.createDirectory(
          at: folder.tool, withIntermediateDirectories: false)
        for version in Version.allCases {
          #expect(await !version.open(folder.document), "\(version)")
        }
      }
    }
  }

  /// Whether 127.0.0.1 has a route. To connect a datagram socket sends nothing.
  private var hasLoopback: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  @MainActor extension Version {
    fileprivate func open(_ file: URL) -> Bool {
      switch self {
      case .before: ProtocolExtractionBefore.SystemOpener().open(file)
      case .after: ProtocolExtractionAfter.SystemOpener().open(file)
      }
    }

    fileprivate func showFolder(of file: URL) -> Bool {
      switch self {
      case .before: ProtocolExtractionBefore.SystemOpener().showFolder(of: file)
      case .after: ProtocolExtractionAfter.SystemOpener().showFolder(of: file)
      }
    }
  }

  /// A new folder with a document and, if it has an exit code, a stand-in for `xdg-open` that logs
  /// its arguments. It becomes the only folder in PATH.
  private struct StandInFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var tool: URL { url.appendingPathComponent("xdg-open") }
    var document: URL { url.appendingPathComponent("my minutes.txt") }
    private var log: URL { url.appendingPathComponent("log") }

    init(exitCode: Int?, script command: String = "") throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data().write(to: document)
      if let exitCode {
        let script = """
          #!/bin/sh
          printf '[%s]\\n' "$@" >> "${0%/*}/log"
          \(command)
          exit \(exitCode)

          """
        try Data(script.utf8).write(to: tool)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: tool.path)
      }
      setenv("PATH", url.path, 1)
      // A test that hangs fails: this ends its process after a minute.
      alarm(60)
    }

    /// What has been logged since the last call, or `nil` if the tool has not been run.
    func takeLog() -> String? {
      defer { try? FileManager.default.removeItem(at: log) }
      return try? String(contentsOf: log, encoding: .utf8)
    }

    func remove() {
      try? FileManager.default.removeItem(at: url)
    }
  }
#endif
