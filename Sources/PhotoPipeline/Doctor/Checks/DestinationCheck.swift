import PhotoIndex
package import PhotoModel
import Synchronization

/// Checks that each destination exists, is the expected one and can be written to, with room for what waits to be sent;
/// and that there are as many as a removal requires.
struct DestinationCheck: DoctorCheck {
    /// The free space below which a destination is nearly full: 1 GiB.
    private static let littleRoom: Int64 = 1 << 30
    /// The tolerated difference of a server's clock: tokens and signatures are valid for minutes.
    private static let clockTolerance = Duration.seconds(60)

    func lines(_ context: CheckContext) async -> [CheckLine] {
        let book: DestinationBook
        let known: [KnownDestination]
        do {
            known = try context.readable?.destinations() ?? []
            book = try DestinationBook(
                configured: context.settings.places.configured, known: known,
                kinds: context.environment.destinationKinds)
        } catch {
            return [CheckLine(.destination, .whole, error)]
        }
        let addition = Remedy.addDestination(
            name: nil, place: Array(context.environment.destinationKinds.example.utf8))
        var lines: [CheckLine] = []
        if context.hasUnreadableIndex {
            lines.append(CheckLine(.destination, .whole, .skipped, CheckLine.onlyInIndex))
        } else if book.all.isEmpty {
            lines.append(
                CheckLine(
                    .destination, .whole, .warning, "there is none, so nothing is uploaded or purged",
                    remedy: addition))
        }
        for named in book.all where context.environment.interruption.signal == nil {
            lines += await self.lines(named, context)
        }
        let lost = (try? context.readable?.lostCopies()) ?? [:]
        lines += known.compactMap { one in
            lost[one.id].map { count in
                CheckLine(
                    .destination, .name(one.name), .warning,
                    (count == 1 ? "1 copy is" : "\(count.grouped) copies are") + " no longer there, or changed; "
                        + "an upload sends again what the library has, and verify lists the rest",
                    remedy: .uploadAll)
            }
        }
        lines += ((try? context.readable?.unlistedEnds()) ?? []).map { destination, copies in
            CheckLine(
                .destination, .name(destination.name), .warning, LibraryStatus.words(ofUnlistedEnds: copies),
                remedy: .uploadAll)
        }
        if let uploads = context.settings.uploads, !context.hasUnreadableIndex {
            do throws(PipelineError) {
                _ = try UploadRoutes(request: uploads.request, settings: uploads.settings, book: book)
            } catch {
                lines.append(CheckLine(.destination, .name("upload"), error))
            }
        }
        let (wanted, there) = (context.settings.places.require, book.all.count)
        if wanted > there, !book.all.isEmpty, !context.hasUnreadableIndex {
            lines.append(
                CheckLine(
                    .require, .name("[purge] require"), .problem,
                    "every photo must be at \(wanted) destinations before it is purged, but there "
                        + "\(there == 1 ? "is" : "are") only \(there): no purge removes anything",
                    remedy: addition))
        }
        return lines
    }

    private func lines(_ named: Destination, _ context: CheckContext) async -> [CheckLine] {
        let subject = CheckLine.Subject.name(named.name)
        do {
            let index = try context.readable ?? PhotoIndex.inMemory(owner: context.environment.owner)
            let open = try await DestinationOpening()
                .open(named, index: index, creation: .never, isDryRun: true, in: context.environment)
            guard open.marker != nil else { throw PipelineError.noMarker(named) }
            let condition = try await condition(of: open)
            try await open.ask { service throws(UploadError) in try await service.checkWriting(withName: false) }
            let fate = open.fate(with: context.readable).map { fate in
                switch fate {
                case .memory:
                    CheckLine(
                        .destination, subject, .warning,
                        "is in memory (tmpfs): the next reboot deletes what is sent there")
                case .library(let root):
                    CheckLine(
                        .destination, subject, .warning,
                        "is on the same file system as \(terminalSafe(root.bytes)): if that disk fails, the photos "
                            + "and their copies are lost together")
                }
            }
            return [line(subject, condition, context)] + [fate].compactMap(\.self)
                + clock(subject, condition, context)
        } catch {
            return [CheckLine(.destination, subject, error, otherwise: .checkDestination(named.name))]
        }
    }

    private func condition(of open: OpenDestination) async throws(PipelineError) -> DestinationCondition {
        guard let telling = open.service.once.condition else { return DestinationCondition() }
        return try await translatingServiceErrors(open.named) { () async throws(UploadError) in
            try await telling.condition()
        }
    }

    private func line(
        _ subject: CheckLine.Subject, _ condition: DestinationCondition, _ context: CheckContext
    ) -> CheckLine {
        let waiting = context.status?.notUploaded.bytes ?? 0
        guard let free = condition.free, free < max(waiting, Self.littleRoom) else {
            let found = [
                "reachable, with its marker", condition.free.map { "\($0.byteSize) free" },
                condition.program.map { terminalSafe($0) },
            ]
            return CheckLine(.destination, subject, .ok, found.compactMap(\.self).joined(separator: ", "))
        }
        return free < waiting
            ? CheckLine(
                .destination, subject, .problem,
                "\(free.byteSize) free, but \(waiting.byteSize) are waiting to be sent")
            : CheckLine(.destination, subject, .warning, "only \(free.byteSize) free")
    }

    private func clock(
        _ subject: CheckLine.Subject, _ condition: DestinationCondition, _ context: CheckContext
    ) -> [CheckLine] {
        guard let theirs = condition.clock, case .name(let name) = subject else { return [] }
        let ahead = Duration.nanoseconds(theirs) - .nanoseconds(context.environment.clock.now)
        let difference = max(ahead, .zero - ahead)
        guard difference > Self.clockTolerance else { return [] }
        return [
            CheckLine(
                .clock, subject, .problem,
                "differs by \(difference.brief) from the clock of \(terminalSafe(name))",
                remedy: .command("timedatectl"))
        ]
    }
}

extension LibraryStatus {
    /// What is wrong with a destination's list that does not say yet that copies have ended, in words.
    package static func words(ofUnlistedEnds copies: Int) -> String {
        "the list there may not say yet that " + (copies == 1 ? "1 copy was" : "\(copies.grouped) copies were")
            + " taken back or accepted as missing: an index that is rebuilt from it, or restored from a backup, would "
            + "send that again"
    }
}

/// Checks whether destinations have personal photos that are gone from the library: no list of photos shows these.
struct GoneCopyCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        do throws(IndexError) {
            let copies = try index.goneCopies()
            if copies.isEmpty { return [CheckLine(.goneCopies, .whole, .ok, "none of photos that are gone")] }
            return copies.map(Self.line)
        } catch {
            return [CheckLine(.goneCopies, .whole, error)]
        }
    }

    private static func line(_ copy: GoneCopy) -> CheckLine {
        let place = copy.destinations.map(terminalSafe) ?? "a destination that was removed"
        return CheckLine(
            .goneCopies, .path(copy.path), .warning,
            "is personal and gone from the library, and its copy is still at \(place)",
            remedy: copy.destinations == nil ? nil : .retract(copy.path))
    }
}

/// Checks whether the libraries are there that are loaded only when a kind of destination needs them. That a known
/// destination cannot be reached without one is the finding of ``DestinationCheck``.
struct LoadedLibraryCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        var lines: [CheckLine] = []
        for kind in context.environment.destinationKinds.all {
            guard let library = kind.library() else { continue }
            let line =
                switch library {
                case .success(let name): CheckLine(.library, .whole, .ok, name)
                case .failure(let error):
                    CheckLine(.library, .whole, .warning, terminalSafe(error.cause), remedy: error.remedy)
                }
            // Several kinds may share one.
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }
}

/// Checks that the sign-in to Google, if there is one, is valid, and for how long.
struct SignInCheck: DoctorCheck {
    /// An end that is nearer than this is reported.
    private static let soon = Duration.seconds(3 * 86_400)

    func lines(_ context: CheckContext) async -> [CheckLine] {
        let subject = CheckLine.Subject.name("google")
        do throws(PipelineError) {
            guard try names(context).contains(GoogleAccount.secretName) else {
                return [CheckLine(.signIn, subject, .skipped, "not signed in")]
            }
            return try await look(subject, context)
        } catch {
            return [CheckLine(.signIn, subject, error)]
        }
    }

    private func names(_ context: CheckContext) throws(PipelineError) -> [String] {
        do throws(CredentialError) {
            return try context.environment.credentials.names()
        } catch {
            if error.kind == .noHome { return [] }
            throw PipelineError(.credentials, error.detail, path: error.path, remedy: error.remedy)
        }
    }

    private func look(
        _ subject: CheckLine.Subject, _ context: CheckContext
    ) async throws(PipelineError) -> [CheckLine] {
        let notes = Notes()
        let signIn: any GoogleSignIn
        do throws(SettingError) {
            let settings = context.environment.destinationSettings
            signIn = try context.environment.googleSignIn(settings) { notes.add($0) }
        } catch {
            throw PipelineError(.configuration, "\(error.key) in [\(error.table)]: \(error.message)")
        }
        let account = try await signIn.account()
        let left = account.ends.map { Duration.nanoseconds($0) - .nanoseconds(context.environment.clock.now) }
        let isSoon = left.map { $0 < Self.soon } ?? false
        let end = left.map { "; Google ends the sign-in in \(max($0, .zero).brief)" } ?? ""
        let line = CheckLine(
            .signIn, subject, isSoon ? .warning : .ok, "signed in as \(terminalSafe(account.email))\(end)",
            remedy: isSoon ? .signIn(account.kind == .user ? .client : .serviceAccount) : nil)
        return [line] + (account.warnings + notes.all).map { CheckLine(.signIn, subject, .warning, $0) }
    }

    /// What the sign-in reports while it is asked.
    private final class Notes: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }
        func add(_ note: String) { kept.withLock { $0.append(note) } }
    }
}
