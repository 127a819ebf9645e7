#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  #if SOLUTION
    @testable import ProtocolExtractionAfter
  #else
    @testable import ProtocolExtractionBefore
  #endif

  /// Pins what the vendor's class does with the desktop's tool.
  ///
  /// Each test runs in a process of its own, where a script stands in for `xdg-open`. Foundation's
  /// `Process` waits forever without a loopback interface, so the tests are skipped then.
  @Suite("ProtocolExtraction: the vendor's opener", .namesModule, .enabled(if: hasLoopback))
  struct SystemOpenerTests {
    @Test func `the tool gets the path of the file, or of its folder`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let desktop = try StandInDesktop(tool: "exit 0")
        let minutes = try desktop.add("my minutes.txt")
        #expect(SystemOpener().open(minutes))
        #expect(SystemOpener().showFolder(of: minutes))
        #expect(desktop.log == "[\(minutes.path)]\n[\(desktop.url.path)]\n")
      }
    }

    @Test func `the tool isn't asked about a missing file`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let desktop = try StandInDesktop(tool: "exit 0")
        let missing = desktop.url.appendingPathComponent("minutes.txt")
        #expect(!SystemOpener().open(missing))
        #expect(!SystemOpener().showFolder(of: missing))
        #expect(desktop.log == nil)
      }
    }

    @Test func `a tool that's missing, fails, or can't be started counts as a refusal`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        for tool in ["exit 3", "kill -9 $$", nil] {
          let desktop = try StandInDesktop(tool: tool)
          #expect(!SystemOpener().open(desktop.url), "\(tool ?? "none")")
        }
        // A folder counts as executable, but can't be started.
        let desktop = try StandInDesktop(tool: nil)
        _ = try desktop.add("xdg-open/minutes.txt")
        #expect(!SystemOpener().open(desktop.url))
        unsetenv("PATH")
        #expect(!SystemOpener().open(desktop.url))
      }
    }

    @Test func `the first executable tool in PATH is used, and PATH is read each time`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let opener = SystemOpener()
        let failing = try StandInDesktop(tool: "exit 3")
        #expect(!opener.open(failing.url))
        let working = try StandInDesktop(tool: "exit 0")
        let notExecutable = try StandInDesktop(tool: nil)
        _ = try notExecutable.add("xdg-open")
        setenv("PATH", [notExecutable, working, failing].map(\.url.path).joined(separator: ":"), 1)
        #expect(opener.open(failing.url))
      }
    }
  }

  /// A new folder that becomes the only one in PATH. It may have a script that stands in for
  /// `xdg-open`, and logs its arguments.
  private struct StandInDesktop {
    private let folder: TemporaryFolder
    var url: URL { folder.url }
    var log: String? { try? String(contentsOf: url.appendingPathComponent("log"), encoding: .utf8) }

    init(tool command: String?) throws {
      // Makes a test that hangs fail: its process ends after a minute.
      alarm(60)
      folder = try TemporaryFolder()
      setenv("PATH", folder.url.path, 1)
      guard let command else { return }
      let script = "#!/bin/sh\nprintf '[%s]\\n' \"$@\" >> \"${0%/*}/log\"\n\(command)\n"
      let tool = try add("xdg-open", content: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    }

    func add(_ path: String, content: String = "") throws -> URL {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
      return file
    }
  }

  /// Whether 127.0.0.1 has a route. Connecting a datagram socket sends nothing.
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
#endif
