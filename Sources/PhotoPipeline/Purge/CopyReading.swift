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

    /// Copies that are asked for: where they are, the files they are of, open and hashed, in the same order, and the
    /// copies elsewhere that count already.
    typealias Wanted = (copies: ReceiptedCopies, files: [ProvenFile], counted: Set<FileIdentity>)

    /// Reads every copy of some groups from its first byte to its last.
    ///
    /// - Parameters:
    ///   - wanted: the groups.
    ///   - progress: told how many bytes have been read since the last time.
    /// - Returns: an answer for each, or why nobody could tell. What is missing or changed is believed only where the
    ///   destination is still itself.
    func read(_ wanted: [Wanted], progress: (Int64) -> Void) async -> [Result<Answer, UploadError>] {
        let copies = wanted.flatMap { $0.copies.receipts.prefix($0.files.count).map(\.receipt) }
        let targets = copies.map { (target: $0.target, size: $0.size) }
        var stored = await inspections(of: targets, progress)[...]
        var answers: [Result<Answer, UploadError>] = []
        for one in wanted {
            let count = min(one.copies.receipts.count, one.files.count)
            let mine = Array(stored.prefix(count))
            stored = stored.dropFirst(count)
            answers.append(await Result { () async throws(UploadError) in try await answer(one, mine) })
        }
        return answers
    }

    private func answer(
        _ wanted: Wanted, _ looks: [Result<StoredFile?, UploadError>]
    ) async throws(UploadError) -> Answer {
        let others = OtherFiles(sources: Set(wanted.files.map(\.identity)), copies: wanted.counted)
        var receipts: [Receipt] = []
        var found: [VerifiedCopy] = []
        for ((copy, file), look) in zip(zip(wanted.copies.receipts, wanted.files), looks) {
            let verification = try file.verification(of: try look.get(), besides: others, in: environment)
            guard case .good(let verified) = verification else {
                try await checkDestination()
                let words =
                    "the copy at \(terminalSafe(destination.name)) is \(verification.words ?? ""): "
                    + terminalSafe(copy.receipt.target.path.bytes)
                return .lost(receipt: verification.isLost ? copy.id : nil, words: words)
            }
            var receipt = copy.receipt
            receipt.checked = environment.clock.now
            receipts.append(receipt)
            found.append(verified)
        }
        guard receipts.count == wanted.files.count, !wanted.files.isEmpty else {
            return .lost(receipt: nil, words: "a file has no receipt")
        }
        return .found(FoundCopies(destination: wanted.copies.destination, receipts: receipts, copies: found))
    }

    /// Asks for the copies of some groups again, after the files have other names: one that is by another road the
    /// library's own file is gone with it, or was changed by it where the other road remembers old names.
    ///
    /// - Returns: for each group why its copies do not count any longer, in words; nil where each is there as it was
    ///   read; or why nobody could tell, as where the destination is not itself any more.
    func askAgain(_ groups: [FoundCopies]) async -> [Result<String?, UploadError>] {
        do throws(UploadError) {
            try await checkDestination()
        } catch {
            return groups.map { _ in .failure(error) }
        }
        let copies = groups.flatMap { Array(zip($0.receipts, $0.copies)) }
        var answers = await areThere(copies)[...]
        return groups.map { found in
            let mine = answers.prefix(found.receipts.count)
            answers = answers.dropFirst(found.receipts.count)
            return Result { () throws(UploadError) in try words(on: found, Array(mine)) }
        }
    }

    private func words(on found: FoundCopies, _ answers: [Result<Bool, UploadError>]) throws(UploadError) -> String? {
        for (receipt, answer) in zip(found.receipts, answers) where try !answer.get() {
            return "the copy at \(terminalSafe(destination.name)) is no longer there as it was: "
                + terminalSafe(receipt.target.path.bytes)
        }
        return nil
    }

    /// Makes sure that the destination is still the one that was opened.
    ///
    /// - Throws: `unavailable`.
    private func checkDestination() async throws(UploadError) {
        do {
            try await DestinationOpening().checkAgain(destination)
        } catch {
            switch error.kind {
            case .interrupted: throw UploadError(.interrupted, "stopped")
            case .signIn: throw UploadError(.signIn, error.message)
            default: throw UploadError(.unavailable, error.message)
            }
        }
    }

    /// Whether copies are there as they were read: by their stamps, where they have any; all others are read again.
    private func areThere(_ copies: [(Receipt, VerifiedCopy)]) async -> [Result<Bool, UploadError>] {
        var answers = [Result<Bool, UploadError>?](repeating: nil, count: copies.count)
        let stamped = copies.indices.filter { copies[$0].1.stored.stamp != nil }
        let glances = stamped.isEmpty ? [] : await destination.service.identify(stamped.map { copies[$0].0.target })
        for (place, glance) in zip(stamped, glances) {
            switch glance {
            case .success(.missing): answers[place] = .success(false)
            case .success(.stamp(let now)) where now == copies[place].1.stored.stamp: answers[place] = .success(true)
            default: break
            }
        }
        let rest = copies.indices.filter { answers[$0] == nil }
        let targets = rest.map { (target: copies[$0].0.target, size: copies[$0].0.size) }
        for (place, look) in zip(rest, await inspections(of: targets) { _ in }) {
            answers[place] = Self.missingIsNothing(look).map { Self.isThere(copies[place].1, now: $0) }
        }
        return answers.map { $0 ?? .failure(UploadError(.failed, "nobody asked for it")) }
    }

    private static func isThere(_ copy: VerifiedCopy, now: StoredFile?) -> Bool {
        guard case .good(let now) = copy.again(now) else { return false }
        return now.stored.changed == copy.stored.changed
    }

    /// Looks at some targets at a time.
    private func inspections(
        of targets: [(target: CopyLocation, size: Int64)], _ progress: (Int64) -> Void
    ) async -> [Result<StoredFile?, UploadError>] {
        var results: [Result<StoredFile?, UploadError>] = []
        let limits = BatchLimits.looks(1, of: targets.count)
        while results.count < targets.count {
            let some = targets[results.count...].batch(atMost: limits.mostElements, limits.mostBytes) { $0.size }
            if environment.interruption.signal != nil {
                let stopped = UploadError(.interrupted, "stopped")
                return results + targets[results.count...].map { _ in .failure(stopped) }
            }
            results += await destination.service.inspect(some.map(\.target)).map(Self.missingIsNothing)
            progress(some.reduce(0) { $0 + $1.size })
        }
        return results
    }

    /// What a service says is missing is not there, as if it had said nothing.
    private static func missingIsNothing(
        _ result: Result<StoredFile?, UploadError>
    ) -> Result<StoredFile?, UploadError> {
        if case .failure(let error) = result, error.kind == .missing { .success(nil) } else { result }
    }
}
