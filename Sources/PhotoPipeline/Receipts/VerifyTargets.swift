import PhotoIndex
import PhotoModel
package import SystemPackage

/// What to verify.
package struct VerifyRequest: Sendable {
    /// The destinations, names or specs; empty for all that have receipts.
    package var names: [String]
    /// The configuration's `[destinations]`.
    package var configured: [Destination]
    /// How many copies are read at the same time; at least 1.
    package var parallel: Int
    /// Whether nothing is written.
    package var isDryRun: Bool
    /// The photos of which only the copies are checked, and of which copies may be missing, by absolute paths; nil for
    /// everything that was sent.
    package var accepting: [FilePath]?
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        names: [String], configured: [Destination], parallel: Int, isDryRun: Bool,
        accepting: [FilePath]? = nil, path: @escaping @Sendable (String) -> FilePath
    ) {
        self.names = names
        self.configured = configured
        self.parallel = parallel
        self.isDryRun = isDryRun
        self.accepting = accepting
        self.path = path
    }
}

/// A destination, and its receipts to check.
struct VerifyTarget {
    let name: String
    /// The open destination; or why it cannot be asked.
    let destination: Result<OpenDestination, PipelineError>
    let checks: [ReceiptCheck]

    var bytes: Int64 { checks.reduce(0) { $0 + $1.receipt.size } }

    /// Why it cannot be asked, with its name; nil if it can.
    var error: (destination: String, error: PipelineError)? {
        if case .failure(let error) = destination { (name, error) } else { nil }
    }
}

/// Finds and opens the destinations whose receipts are checked. Writes nothing.
struct VerifyTargets {
    let index: PhotoIndex
    let request: VerifyRequest
    let environment: Environment

    /// The destinations of the index's receipts, in the order of the given names, or else of all names.
    func ofIndex() async throws -> [VerifyTarget] {
        let known = try index.destinations()
        let book = try DestinationBook(
            configured: request.configured, known: known, kinds: environment.destinationKinds)
        let accepted = try accepted()
        if request.names.isEmpty {
            var targets: [VerifyTarget] = []
            for destination in known {
                let checks = try checks(of: destination, among: accepted)
                guard !checks.isEmpty else { continue }
                let named = try book.named(destination)
                let opened = await open(named)
                targets.append(
                    VerifyTarget(
                        name: named.name, destination: opened, checks: await expected(checks, at: opened)))
            }
            return targets
        }
        var targets: [VerifyTarget] = []
        for named in try named(by: book) {
            let opened = await open(named)
            let id = (try? opened.get().destination)?.id ?? named.known?.id
            let row = known.first { $0.id == id }
            let checks = try row.map { try self.checks(of: $0, among: accepted) } ?? []
            targets.append(
                VerifyTarget(name: named.name, destination: opened, checks: await expected(checks, at: opened)))
        }
        return targets
    }

    /// The destinations of a list's receipts, by marker. An unknown destination cannot be asked.
    func of(_ list: ReceiptList) async throws -> [VerifyTarget] {
        let known = try index.destinations()
        let book = try DestinationBook(
            configured: request.configured, known: known, kinds: environment.destinationKinds)
        var open: [DestinationMarker: OpenDestination] = [:]
        var errors: [PipelineError] = []
        for named in request.names.isEmpty ? book.all : try named(by: book) {
            switch await self.open(named) {
            case .success(let destination): if let marker = destination.marker { open[marker] = destination }
            case .failure(let error): errors.append(error)
            }
        }
        return list.receipts.sorted { $0.key.text < $1.key.text }.map { marker, receipts in
            let name = open[marker]?.name ?? list.names[marker] ?? marker.text
            return VerifyTarget(
                name: name,
                destination: open[marker].map(Result.success)
                    ?? .failure(errors.first ?? unknown(marker, isNamed: !request.names.isEmpty)),
                checks: receipts.map { ReceiptCheck(destination: name, marker: marker, receipt: $0) })
        }
    }

    private func named(by book: DestinationBook) throws(PipelineError) -> [Destination] {
        var named: [Destination] = []
        for text in request.names {
            let one = try book.find(text, path: request.path)
            if !named.contains(one) { named.append(one) }
        }
        return named
    }

    private func open(_ named: Destination) async -> Result<OpenDestination, PipelineError> {
        do throws(PipelineError) {
            let open = try await DestinationOpening().open(
                named, index: index, creation: .never, isDryRun: true, in: environment)
            if open.marker == nil { throw .noMarker(named) }
            return .success(open)
        } catch {
            return .failure(error)
        }
    }

    /// What may be missing: the receipts of the chosen photos' copies, by row; nil where no photos were chosen.
    private func accepted() throws -> [Int64: AcceptedCopy]? {
        guard let files = request.accepting else { return nil }
        var accepted: [Int64: AcceptedCopy] = [:]
        for file in files {
            let path = resolvedToLastName(file)
            let photo = try index.sentPhoto(at: path)
            let copies = (photo?.copies ?? []).filter { $0.receipt.endedAt == nil }
            if copies.isEmpty { throw PipelineError(.unknown, "No copy of it is expected anywhere", path: file) }
            for copy in copies {
                accepted[copy.receipt.id] = AcceptedCopy(isHeld: copy.role != .sidecar, group: photo?.group ?? 0)
            }
        }
        return accepted
    }

    /// The receipts of a destination that are worth checking. One that has ended is not; and a failed one is history if
    /// the content has another copy there by now, or if another content has its name.
    private func checks(
        of destination: KnownDestination, among accepted: [Int64: AcceptedCopy]?
    ) throws -> [ReceiptCheck] {
        var checks: [ReceiptCheck] = []
        try index.receipts(destination: destination.id) { stored in
            if stored.endedAt != nil { return true }
            var check = ReceiptCheck(
                row: stored.id, destination: destination.name, marker: destination.marker,
                receipt: stored.receipt, failedAt: stored.failedAt)
            check.accepted = accepted?[stored.id]
            checks.append(check)
            return true
        }
        if accepted != nil { return checks.filter { $0.accepted != nil } }
        guard checks.contains(where: { $0.failedAt != nil }) else { return checks }
        let counting = checks.filter { $0.failedAt == nil }.map(\.receipt)
        let contents = Set(counting.map(\.sha256))
        let names = Set(counting.map(\.target))
        return checks.filter { check in
            check.failedAt == nil || !contents.contains(check.receipt.sha256) && !names.contains(check.receipt.target)
        }
    }

    /// The checks without those of receipts that have ended by the destination's own list: what was taken back is not
    /// missing. A list that cannot be read says nothing.
    private func expected(
        _ checks: [ReceiptCheck], at opened: Result<OpenDestination, PipelineError>
    ) async -> [ReceiptCheck] {
        guard request.accepting == nil, let open = try? opened.get(), let destination = open.destination else {
            return checks
        }
        let list = DestinationReceipts(index: index, destination: destination, open: open, progress: ListProgress())
        let ends = Dictionary(grouping: (try? await list.newEnds()) ?? [], by: \.receipt.sha256)
        return checks.filter { check in
            !(ends[check.receipt.sha256] ?? []).contains {
                $0.receipt.target == check.receipt.target && check.receipt.checked <= $0.ended
            }
        }
    }

    private func unknown(_ marker: DestinationMarker, isNamed: Bool) -> PipelineError {
        let what = isNamed ? "None of the named destinations has" : "No known destination has"
        return PipelineError(
            .destination, "\(what) the marker \(marker.text) of these receipts; is it mounted?",
            remedy: isNamed ? nil : .verifyReceipts(at: environment.destinationKinds.example))
    }
}

extension DestinationBook {
    /// A destination of the index, with its name for the user.
    func named(_ known: KnownDestination) throws(PipelineError) -> Destination {
        if let named = all.first(where: { $0.name == known.name || $0.spec.text == known.spec }) { return named }
        return Destination(name: known.name, spec: try kinds.spec(reading: known.spec) { FilePath($0) })
    }
}
