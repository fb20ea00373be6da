import PhotoIndex
import PhotoModel
import SystemPackage

/// Reads the copies of a group at one destination, and asks for them again.
struct CopyReading {
    let destination: OpenDestination
    let environment: Environment

    /// What came of reading copies.
    enum Answer {
        /// Every one is there, whole, and not the very file that it is a copy of.
        case found(FoundCopies)
        /// One is not: its receipt's row, where that counts no longer, and why in words.
        case lost(receipt: Int64?, words: String)
    }

    /// Reads every copy of a group from its first byte to its last.
    ///
    /// - Parameters:
    ///   - copies: where they are.
    ///   - files: the files, open and hashed, in the same order.
    /// - Returns: the answer. What is missing or changed is believed only where the destination is still itself.
    /// - Throws: why nobody could tell.
    func read(_ copies: PlannedRemoval.Copies, of files: [ProvenFile]) async throws(UploadError) -> Answer {
        var receipts: [Receipt] = []
        var found: [StoredFile] = []
        for (copy, file) in zip(copies.receipts, files) {
            let target = copy.receipt.target
            let stored = try await look(at: target)
            guard let stored, stored.proves(sha256: file.sha256, size: file.fingerprint.size, besides: file.identity)
            else {
                try await checkDestination()
                // A road back to the library is no loss of the copy: the receipt is not to be blamed.
                let isItself = stored?.identity == file.identity
                let words = isItself ? "the copy is the photo itself" : "the copy is not there any more, or changed"
                return .lost(receipt: isItself ? nil : copy.id, words: "\(words): \(terminalSafe(target.string))")
            }
            var receipt = copy.receipt
            receipt.checked = environment.clock.now
            receipts.append(receipt)
            found.append(stored)
        }
        guard receipts.count == files.count, !files.isEmpty else {
            return .lost(receipt: nil, words: "a file has no receipt")
        }
        return .found(FoundCopies(destination: copies.destination, receipts: receipts, copies: found))
    }

    /// Asks for the copies again, after the files have other names: one that is by another road the library's own file is
    /// gone with it, or was changed by it where the other road remembers old names.
    ///
    /// - Returns: why they do not count any longer, in words; nil where each is there as it was read.
    /// - Throws: why nobody could tell.
    func askAgain(_ found: FoundCopies) async throws(UploadError) -> String? {
        for (receipt, copy) in zip(found.receipts, found.copies) {
            if try await !isThere(receipt, as: copy) {
                return "the copy is not there any more as it was: \(terminalSafe(receipt.target.string))"
            }
        }
        return nil
    }

    /// Makes sure that the destination is still the one that was opened.
    ///
    /// - Throws: `unavailable`.
    func checkDestination() async throws(UploadError) {
        do {
            try await DestinationOpening().checkAgain(destination)
        } catch {
            throw UploadError(.unavailable, error.message)
        }
    }

    private func isThere(_ receipt: Receipt, as copy: StoredFile) async throws(UploadError) -> Bool {
        if let stamp = copy.stamp {
            switch try await retry.run({ () async throws(UploadError) in
                try await destination.service.stamp(at: receipt.target)
            }) {
            case .missing: return false
            case .stamp(stamp): return true
            case .stamp, .unknown: break
            }
        }
        guard let stored = try await look(at: receipt.target) else { return false }
        return stored.checksum.kind == .sha256 && stored.checksum.value == hexText(receipt.sha256)
            && stored.size == receipt.size && stored.changed == copy.changed
    }

    private func look(at target: FilePath) async throws(UploadError) -> StoredFile? {
        do throws(UploadError) {
            return try await retry.run { () async throws(UploadError) in
                try await destination.service.look(at: target)
            }
        } catch {
            if error.kind == .missing { return nil }
            throw error
        }
    }

    private var retry: Retry {
        Retry(clock: environment.clock, interruption: environment.interruption, random: environment.random)
    }
}
