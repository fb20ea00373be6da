import Crypto
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

extension FakeUploadService {
    package func marker() async throws(UploadError) -> DestinationMarker? {
        try record(.marker, .marker)
        guard let marker = state.withLock({ $0.marker }) else { throw Self.untold("a marker") }
        return marker
    }

    package func makeDestination(
        _ marker: DestinationMarker, creating: Bool
    ) async throws(UploadError) -> DestinationMarker {
        try record(.makeDestination(marker, creating: creating), .makeDestination)
        let result: DestinationMarker? = state.withLock { state in
            guard let known = state.marker else { return nil }
            state.marker = .some(known ?? marker)
            return known ?? marker
        }
        guard let result else { throw Self.untold("a marker") }
        return result
    }

    package func unmakeDestination(_ marker: DestinationMarker) async {
        state.withLock { if $0.marker == .some(marker) { $0.marker = .some(nil) } }
    }

    package func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        copies.map { copy in Result { () throws(UploadError) in try ticket(for: copy) } }
    }

    private func ticket(for copy: PlannedCopy) throws(UploadError) -> TicketedUpload {
        let target = copy.target
        try record(.prepare(target), .prepare, target)
        let isFine = !target.isAbsolute && target.components.allSatisfy { $0.kind == .regular }
        if !isFine || target.isEmpty { throw UploadError(.refused, "is no path below the destination") }
        let (ticket, hasID) = state.withLock { state in
            state.tickets += 1
            return ("\(OwnName.prefix)\(state.tickets)", state.givesIDs)
        }
        return TicketedUpload(
            target: CopyLocation(target, id: hasID ? ticket : nil), ticket: ticket, modified: copy.modified)
    }

    package func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        note(targets)
        var isStopped = false
        for target in targets {
            guard let held = held(.look, target.path) else { continue }
            await held.passUnlessCancelled()
            isStopped = isStopped || Task.isCancelled
        }
        return targets.map { target in
            Result { () throws(UploadError) in
                if isStopped { throw UploadError(.interrupted, "stopped") }
                try enter(.look(target.path), .look, target.path)
                return state.withLock { $0.stored(at: target.path) }
            }
        }
    }

    package func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>] {
        note(targets)
        return targets.map { target in
            Result { () throws(UploadError) in
                try enter(.stamp(target.path), .stamp, target.path)
                return state.withLock { state in
                    guard let stamp = state.stamps[target.path] else { return .missing }
                    return state.hasStamps ? .stamp(stamp) : .unknown
                }
            }
        }
    }

    package func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] {
        note(targets)
        var sizes: [Result<Int64?, UploadError>] = []
        for target in targets {
            do throws(UploadError) {
                sizes.append(.success(try await size(of: target)))
            } catch {
                sizes.append(.failure(error))
            }
        }
        return sizes
    }

    private func note(_ targets: [CopyLocation]) {
        state.withLock { $0.questions.append(targets.map(\.path)) }
    }

    private func size(of target: CopyLocation) async throws(UploadError) -> Int64? {
        try enter(.size(target.path), .size, target.path)
        await held(.size, target.path)?.pass()
        return entries[target.path].map { entry in
            guard case .file(let bytes, _) = entry else { return 4096 }
            return Int64(bytes.count)
        }
    }

    package func proofReading() async throws(UploadError) -> ProofReading {
        state.withLock { $0.proofReading ?? ($0.hasStamps ? .once : .twice) }
    }

    package func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) {
        try enter(.fetch(target.path), .fetch, target.path)
        guard let bytes = bytes(at: target.path) else { throw UploadError(.missing, "is not at the destination") }
        try start()
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
            let block = Array(bytes[start..<min(start + 1 << 20, bytes.count)])
            let result: Result<Void, UploadError> = unsafe block.withUnsafeBytes { block in
                do throws(UploadError) { return .success(try unsafe each(block)) } catch { return .failure(error) }
            }
            try result.get()
        }
    }

    package func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        try enter(.discard(upload, source: source?.path), .discard, upload.target.path)
        await held(.discard, upload.target.path)?.pass()
        state.withLock { state in
            state.parts[upload.ticket] = nil
            state.forgetTokens(of: upload.ticket)
        }
    }
}

extension FakeUploadService: LocalPlace {
    package func surroundings() async throws(UploadError) -> [FileIdentity] {
        try record(.surroundings, .surroundings)
        guard let surroundings = state.withLock({ $0.surroundings }) else { throw Self.untold("its surroundings") }
        return surroundings
    }

    package func localDirectories() async throws(UploadError) -> [FilePath] { state.withLock(\.localDirectories) }
}

extension FakeUploadService: ReceiptListing {
    package func parts() async throws(UploadError) -> [ReceiptListPart] {
        try enter(.receiptParts, .receipts)
        return state.withLock { state in
            if state.keepsLines {
                return state.listParts.map { ReceiptListPart(name: $0.key, size: Int64($0.value.count), grows: false) }
            }
            let list = ReceiptListPart(name: "receipts.ndjson", size: Int64(state.receipts.count), grows: true)
            return state.receipts.isEmpty ? [] : [list]
        }
    }

    package func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8] {
        try enter(.receipts(from: offset), .receipts)
        return state.withLock { Array(($0.keepsLines ? $0.listParts[part] ?? [] : $0.receipts).dropFirst(Int(offset))) }
    }

    package func add(_ lines: [UInt8]) async throws(UploadError) -> AddedReceiptLines {
        try enter(.addReceipts(lines), .addReceipts)
        if state.withLock(\.keepsLines) {
            state.withLock { $0.keptLines += lines }
            return .kept
        }
        return state.withLock { state in
            if let last = state.receipts.last, last != UInt8(ascii: "\n") { state.receipts.append(UInt8(ascii: "\n")) }
            state.receipts += lines
            let end = Int64(state.receipts.count)
            return .written(to: "receipts.ndjson", end - Int64(lines.count)..<end)
        }
    }

    package func close() async throws(UploadError) -> ReceiptListPart? {
        if state.withLock(\.keptLines).isEmpty { return nil }
        try enter(.closeReceipts, .addReceipts)
        return state.withLock { state in
            let name = "receipts-\(state.listParts.count + 1)"
            defer { state.keptLines = [] }
            state.listParts[name] = state.keptLines
            return ReceiptListPart(name: name, size: Int64(state.keptLines.count), grows: false)
        }
    }
}

extension StoredFile {
    /// A file with these bytes. By default all of them were read as evidence.
    package init(
        of bytes: [UInt8], evidence: ContentEvidence? = nil, identity: FileIdentity? = nil, stamp: CopyStamp? = nil,
        changed: Int64? = nil
    ) {
        self.init(
            size: Int64(bytes.count), evidence: evidence ?? .readNow(.sha256(of: bytes)),
            identity: identity, stamp: stamp, changed: changed)
    }
}

extension FakeUploadService: ConditionReporting {
    package func condition() async throws(UploadError) -> DestinationCondition {
        state.withLock(\.condition) ?? DestinationCondition()
    }
}

extension Checksum {
    /// The checksum of these bytes in a folder.
    package static func sha256(of bytes: [UInt8]) -> Checksum { Checksum(sha256: Array(SHA256.hash(data: bytes))) }

    /// The checksum of these bytes on some servers.
    package static func md5(of bytes: [UInt8]) -> Checksum {
        Checksum(kind: .md5, value: hexText(Array(Insecure.MD5.hash(data: bytes))))
    }
}
