import Foundation
import TestSupport
import Testing

@testable import InitializerInjection

/// Pins what the vendor's class does with its helper program. You won't edit this class.
///
/// Each test runs in its own process, where a script stands in for the helper.
@Suite("InitializerInjection: the vendor's connection", .namesModule)
struct CatalogueConnectionTests {
  @Test func `a new connection starts the helper`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let helper = try StandInHelper("echo \"$*\" > \"${0%/*}/fifo\"")
      let fifo = helper.folder.url.appendingPathComponent("fifo").path
      mkfifo(fifo, 0o600)
      let connection = CatalogueConnection()
      #expect(try FileHandle(forReadingAtPath: fifo)?.readToEnd() == Data("serve\n".utf8))
      #expect(connection.status == .ready)
    }
  }

  @Test func `a request returns what the helper prints, if that's a record`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let helper = try StandInHelper(
        """
        case "$*" in
        'get book/1') echo '{"TI": "Emma", "PY": 1998}' ;;
        'get book/2') echo '[1998]' ;;
        esac
        """)
      let connection = CatalogueConnection()
      let record = connection.request("book/1")
      #expect(record?["TI"] as? String == "Emma")
      #expect(record?["PY"] as? Int == 1998)
      #expect(connection.request("book/2") == nil)
      withExtendedLifetime(helper) {}
    }
  }

  @Test func `without a helper, a connection doesn't answer`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      unsetenv("PATH")
      let connection = CatalogueConnection()
      #expect(connection.status == .unavailable)
      #expect(connection.request("book/1") == nil)
    }
  }
}

/// A new folder that becomes the only one in PATH, with a script that stands in for the helper.
private struct StandInHelper {
  let folder: TemporaryFolder

  init(_ commands: String) throws {
    // This ends the process after a minute, so a test that hangs fails.
    alarm(60)
    folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("desklink-catalogue-helper")
    try Data("#!/bin/sh\n\(commands)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    setenv("PATH", folder.url.path, 1)
  }
}
