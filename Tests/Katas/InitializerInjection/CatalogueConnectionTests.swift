import Foundation
import TestSupport
import Testing

@testable import InitializerInjection

/// Pins what the vendor's class does with its helper program.
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
        'get book/3') echo 'Not now' ;;
        esac
        """)
      let connection = CatalogueConnection()
      let record = connection.request("book/1")
      #expect(record?["TI"] as? String == "Emma")
      #expect(record?["PY"] as? Int == 1998)
      for path in ["book/2", "book/3", "book/4"] {
        #expect(connection.request(path) == nil, "\(path)")
      }
      withExtendedLifetime(helper) {}
    }
  }

  @Test func `the first helper in the path that can be started is used`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let emma = try StandInHelper("echo '{\"TI\": \"Emma\"}'")
      let ulysses = try StandInHelper("echo '{\"TI\": \"Ulysses\"}'")
      setenv("PATH", "\(emma.folder.url.path):\(ulysses.folder.url.path)", 1)
      #expect(CatalogueConnection().request("book/1")?["TI"] as? String == "Emma")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: emma.file.path)
      #expect(CatalogueConnection().request("book/1")?["TI"] as? String == "Ulysses")
    }
  }

  @Test func `a helper that can't be started anymore doesn't answer`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let helper = try StandInHelper("echo '{\"TI\": \"Emma\"}'")
      let connection = CatalogueConnection()
      #expect(connection.request("book/1")?["TI"] as? String == "Emma")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: helper.file.path)
      #expect(connection.request("book/1") == nil)
    }
  }

  @Test func `a connection searches the path only when it is created`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let helper = try StandInHelper("echo '{\"TI\": \"Emma\"}'")
      let connection = CatalogueConnection()
      unsetenv("PATH")
      let laterConnection = CatalogueConnection()
      #expect(laterConnection.status == .unavailable)
      #expect(laterConnection.request("book/1") == nil)
      setenv("PATH", helper.folder.url.path, 1)
      #expect(laterConnection.request("book/1") == nil)
      #expect(connection.request("book/1")?["TI"] as? String == "Emma")
    }
  }
}

/// A new folder that becomes the only one in PATH, with a script that stands in for the helper.
private struct StandInHelper {
  let folder: TemporaryFolder
  let file: URL

  init(_ commands: String) throws {
    // This ends the process after a minute, so a test that hangs fails.
    alarm(60)
    folder = try TemporaryFolder()
    file = folder.url.appendingPathComponent("desklink-catalogue-helper")
    try Data("#!/bin/sh\n\(commands)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    setenv("PATH", folder.url.path, 1)
  }
}
