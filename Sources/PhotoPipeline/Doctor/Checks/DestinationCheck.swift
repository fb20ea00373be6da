import PhotoIndex
import PhotoModel

/// Checks that each destination exists, is the expected one and can be written to, with room for what waits to be sent;
/// and that there are as many as a removal requires.
struct DestinationCheck: DoctorCheck {
    /// The free space below which a destination is nearly full: 1 GiB.
    private static let littleRoom: Int64 = 1 << 30
    /// The tolerated difference of a server's clock: tokens and signatures are valid for minutes.
    private static let clockTolerance: Int64 = 60 * 1_000_000_000

    func lines(_ context: CheckContext) async -> [CheckLine] {
        let book: DestinationBook
        let known: [KnownDestination]
        do throws(PipelineError) {
            known = try translatingIndexErrors { try context.readable?.destinations() ?? [] }
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
            lines.append(CheckLine(.destination, .whole, .skipped, .onlyInIndex))
        } else if book.all.isEmpty {
            lines.append(CheckLine(.destination, .whole, .warning, .noDestination, remedy: addition))
        }
        for named in book.all where context.environment.interruption.signal == nil {
            lines += await self.lines(named, context)
        }
        let lost = (try? context.readable?.lostCopies()) ?? [:]
        lines += known.compactMap { one in
            lost[one.id].map {
                CheckLine(.destination, .name(one.name), .warning, .copiesLost($0), remedy: .uploadAll)
            }
        }
        if let uploads = context.settings.uploads, !context.hasUnreadableIndex {
            do throws(PipelineError) {
                _ = try UploadRoutes(request: uploads.request, settings: uploads.settings, book: book)
            } catch {
                lines.append(CheckLine(.destination, .name("upload"), error))
            }
        }
        let wanted = context.settings.places.require
        if wanted > book.all.count, !book.all.isEmpty, !context.hasUnreadableIndex {
            lines.append(
                CheckLine(
                    .require, .name("[purge] require"), .problem,
                    .tooFewDestinations(wanted: wanted, there: book.all.count), remedy: addition))
        }
        return lines
    }

    private func lines(_ named: Destination, _ context: CheckContext) async -> [CheckLine] {
        let subject = CheckLine.Subject.name(named.name)
        do throws(PipelineError) {
            let index = try translatingIndexErrors {
                try context.readable ?? PhotoIndex.inMemory(owner: context.environment.owner)
            }
            let open = try await DestinationOpening()
                .open(named, index: index, creation: .never, isDryRun: true, in: context.environment)
            guard open.marker != nil else { throw .noDestination(named) }
            let condition = try await condition(of: open)
            try await open.ask { service throws(UploadError) in try await service.checkWriting(withName: false) }
            let fate = open.fate(with: context.readable).map { fate in
                switch fate {
                case .memory: CheckLine(.destination, subject, .warning, .destinationInMemory)
                case .library(let root): CheckLine(.destination, subject, .warning, .destinationBeside(root))
                }
            }
            return [line(subject, condition, context)] + [fate].compactMap(\.self)
                + clock(subject, condition, context)
        } catch {
            return [
                CheckLine(
                    .destination, subject, .problem, .error(error),
                    remedy: error.remedy ?? .checkDestination(named.name))
            ]
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
            return CheckLine(.destination, subject, .ok, .destinationThere(condition))
        }
        return free < waiting
            ? CheckLine(.destination, subject, .problem, .destinationFull(free: free, waiting: waiting))
            : CheckLine(.destination, subject, .warning, .destinationNearlyFull(free: free))
    }

    private func clock(
        _ subject: CheckLine.Subject, _ condition: DestinationCondition, _ context: CheckContext
    ) -> [CheckLine] {
        guard let theirs = condition.clock, case .name(let name) = subject else { return [] }
        let off = (theirs - context.environment.clock.now).magnitude
        guard off > UInt64(Self.clockTolerance) else { return [] }
        return [
            CheckLine(
                .clock, subject, .problem, .clockOff(.nanoseconds(Int64(clamping: off)), server: name),
                remedy: .command("timedatectl"))
        ]
    }
}
