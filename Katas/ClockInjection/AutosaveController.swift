//
//  AutosaveController.swift
//  Quill
//
//  Copyright © 2021 Quill & Press Ltd. All rights reserved.
//

import Foundation

private let nanosecondsPerSecond: UInt64 = 1_000_000_000

@MainActor
final class AutosaveController {

    static let maximumNumberOfAttempts = 8

    let documentName: String

    /// Called when the text of the status bar changes.
    var onStatusChange: ((String) -> Void)?

    private(set) var statusText = "" {
        didSet { onStatusChange?(statusText) }
    }
    private(set) var alertMessage: String?
    private(set) var lastSavedRevision: Int?
    private(set) var isClosed = false

    private let storage: DraftStorage
    private var unsavedText: String?
    private var isSaving = false

    private var quietPeriodTask: Task<Void, Never>?
    private var deadlineTask: Task<Void, Never>?
    private var retryPauseTask: Task<Void, Never>?
    private var editLockTask: Task<Void, Never>?

    init(documentName: String, storage: DraftStorage) {
        self.documentName = documentName
        self.storage = storage
    }

    /// Called when the text changes.
    /// - Parameter newText: The new text.
    func textDidChange(_ newText: String) {
        guard !isClosed else { return }

        unsavedText = newText
        statusText = "Edited"
        scheduleSave()
    }

    /// Saves the document now. This is called by the menu item File > Save.
    func saveNow() {
        guard !isClosed else { return }
        retryPauseTask?.cancel()
        startSaving()
    }

    func close() async {
        guard !isClosed else { return }
        isClosed = true

        quietPeriodTask?.cancel()
        deadlineTask?.cancel()
        retryPauseTask?.cancel()
        editLockTask?.cancel()

        if let remainingText = unsavedText {
            unsavedText = nil
            _ = try? await storage.save(remainingText, documentName: documentName)
        }
        await storage.releaseEditLock(documentName: documentName)
    }

    private func scheduleSave() {
        // Wait until the user stops typing, otherwise we would save after every character
        quietPeriodTask?.cancel()
        quietPeriodTask = Task {
            try? await Task.sleep(nanoseconds: 2 * nanosecondsPerSecond)
            guard !Task.isCancelled else { return }
            startSaving()
        }

        // Some users type for a long time without a pause, so we save after 30 seconds at the latest
        if deadlineTask == nil {
            deadlineTask = Task {
                try? await Task.sleep(nanoseconds: 30 * nanosecondsPerSecond)
                guard !Task.isCancelled else { return }
                startSaving()
            }
        }
    }

    private func startSaving() {
        quietPeriodTask?.cancel()
        deadlineTask?.cancel()
        deadlineTask = nil

        guard !isSaving, unsavedText != nil else { return }
        isSaving = true

        Task {
            var attemptCount = 0
            var retryDelay: UInt64 = 1

            while let textToSave = unsavedText {
                statusText = "Saving…"
                do {
                    let revision = try await storage.save(textToSave, documentName: documentName)
                    if isClosed { return }

                    lastSavedRevision = revision
                    alertMessage = nil
                    if unsavedText == textToSave {
                        unsavedText = nil
                        statusText = "Saved"
                    } else {
                        statusText = "Edited"
                        scheduleSave()
                    }
                    break
                } catch {
                    if isClosed { return }

                    attemptCount += 1
                    if attemptCount == AutosaveController.maximumNumberOfAttempts {
                        statusText = "Not saved"
                        alertMessage = "“\(documentName)” could not be saved. Check the connection to the file server."
                        break
                    }

                    let seconds = retryDelay
                    statusText = "Couldn’t save. Retrying in \(seconds)s…"
                    retryPauseTask = Task {
                        try? await Task.sleep(nanoseconds: seconds * nanosecondsPerSecond)
                    }
                    await retryPauseTask?.value
                    if isClosed { return }

                    // Double the delay up to a minute, the file server needs some time after a restart
                    retryDelay = min(retryDelay * 2, 60)
                }
            }
            isSaving = false
        }
    }
}

// MARK: - Edit lock

extension AutosaveController {

    func keepEditLock() {
        editLockTask?.cancel()
        editLockTask = Task { [weak self] in
            var failures = 0
            while let self, !self.isClosed {
                if await self.storage.renewEditLock(documentName: self.documentName) {
                    failures = 0
                } else {
                    failures += 1
                }
                // When the Mac wakes up the network isn't there yet, so the first attempts can fail
                guard failures < 3 else {
                    self.alertMessage = "Somebody else is editing “\(self.documentName)”."
                    return
                }
                do {
                    try await Task.sleep(for: .seconds(failures == 0 ? 20 : 5))
                } catch {
                    return
                }
            }
        }
    }
}
