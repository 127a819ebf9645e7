import Foundation

protocol DraftStorage {
    func save(_ text: String, documentName: String) async throws -> Int
    func renewEditLock(documentName: String) async -> Bool
    func releaseEditLock(documentName: String) async
}

final class DraftFolder: DraftStorage {

    private let folderURL: URL
    private let editorName: String
    private var revisions: [String: Int] = [:]

    init(folderURL: URL, editorName: String) {
        self.folderURL = folderURL
        self.editorName = editorName
    }

    func save(_ text: String, documentName: String) async throws -> Int {
        let fileURL = folderURL.appendingPathComponent(documentName).appendingPathExtension("txt")
        try text.write(to: fileURL, atomically: true, encoding: .utf8)
        let revision = (revisions[documentName] ?? 0) + 1
        revisions[documentName] = revision
        return revision
    }

    func renewEditLock(documentName: String) async -> Bool {
        let lockURL = folderURL.appendingPathComponent(documentName).appendingPathExtension("lock")
        if let lockOwner = try? String(contentsOf: lockURL, encoding: .utf8), lockOwner != editorName {
            return false
        }
        do {
            try editorName.write(to: lockURL, atomically: true, encoding: .utf8)
            return true
        } catch {
            return false
        }
    }

    func releaseEditLock(documentName: String) async {
        let lockURL = folderURL.appendingPathComponent(documentName).appendingPathExtension("lock")
        if let lockOwner = try? String(contentsOf: lockURL, encoding: .utf8), lockOwner == editorName {
            try? FileManager.default.removeItem(at: lockURL)
        }
    }
}
