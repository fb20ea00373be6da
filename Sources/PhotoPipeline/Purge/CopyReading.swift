import PhotoIndex
import PhotoModel
import SystemPackage

/// Reads the copies of groups at one destination, and checks them again later.
struct CopyReading {
    let destination: OpenDestination
    let environment: Environment

    /// The result of reading a group's copies.
    enum Answer {
        /// Every copy exists, is complete, and is not the very file that it is a copy of.
        case found(FoundCopies)
        /// A copy is missing or changed: its receipt's row, if the receipt no longer counts, and the cause in words.
        case lost(receipt: Int64?, words: String)
    }

    /// The copies to check, the open and hashed files that they are copies of, in the same order, and the copies
    /// elsewhere that already count.
    typealias Wanted = (copies: KnownGroup.Copies, files: [ProvenFile], counted: [FoundCopies])

    /// Reads every copy of some groups completely.
    ///
    /// - Parameters:
    ///   - wanted: the groups.
    ///   - progress: called with the number of bytes read since the last call.
    /// - Returns: a result for each group, or why it could not be checked. A copy counts as missing or changed only if
    ///   the destination is still the same.
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
        let others = OtherFiles(sources: wanted.files.map(\.identity), counted: wanted.counted)
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

    /// Checks the copies of some groups again, after the files were renamed. A copy that is the library's own file
    /// reached by another path has disappeared with the old name, or was changed by the rename if that path remembers
    /// old names.
    ///
    /// - Returns: for each group why its copies no longer count, in words; nil if every copy is as it was read; or why
    ///   they could not be checked, for example because the destination is no longer the same.
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

    /// Checks that the destination is still the one that was opened.
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

    /// Whether copies are unchanged since they were read: compared by their stamps if they have any, otherwise by
    /// reading them again.
    private func areThere(_ copies: [(Receipt, VerifiedCopy)]) async -> [Result<Bool, UploadError>] {
        var answers = [Result<Bool, UploadError>?](repeating: nil, count: copies.count)
        let stamped = copies.indices.filter { copies[$0].1.stored.stamp != nil }
        let glances =
            stamped.isEmpty
            ? [] : await destination.service.call(for: stamped.map { copies[$0].0.target }) { await $0.identify($1) }
        for (index, glance) in zip(stamped, glances) {
            switch glance {
            case .success(.missing): answers[index] = .success(false)
            case .success(.stamp(let now)) where now == copies[index].1.stored.stamp: answers[index] = .success(true)
            default: break
            }
        }
        let rest = copies.indices.filter { answers[$0] == nil }
        let targets = rest.map { (target: copies[$0].0.target, size: copies[$0].0.size) }
        for (index, look) in zip(rest, await inspections(of: targets) { _ in }) {
            answers[index] = Self.missingIsNothing(look).map { Self.isThere(copies[index].1, now: $0) }
        }
        return answers.map { $0 ?? .failure(UploadError(.failed, "nobody asked for it")) }
    }

    private static func isThere(_ copy: VerifiedCopy, now: StoredFile?) -> Bool {
        guard case .good(let now) = copy.again(now) else { return false }
        return now.stored.changed == copy.stored.changed
    }

    /// Examines some targets at a time.
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
            results += await destination.service.call(for: some.map(\.target)) { await $0.inspect($1) }
                .map(Self.missingIsNothing)
            progress(some.reduce(0) { $0 + $1.size })
        }
        return results
    }

    /// Turns a service's `missing` into a result without a file.
    private static func missingIsNothing(
        _ result: Result<StoredFile?, UploadError>
    ) -> Result<StoredFile?, UploadError> {
        if case .failure(let error) = result, error.kind == .missing { .success(nil) } else { result }
    }
}
