import PhotoModel
import PhotoPipeline
import Synchronization

/// The list of receipts at a remote: a directory with a file for each run that sent there. Files there cannot be
/// appended to, so lines are kept until the run ends.
struct RcloneReceipts: ReceiptListing {
    private static let directory = OwnName.prefix + "receipts"
    private static let ending = ".ndjson"

    let service: RcloneService

    func parts() async throws(UploadError) -> [ReceiptListPart] {
        try await service.checkMarker(isFresh: false)
        let items: [RcloneItem]
        do throws(UploadError) {
            items = try await service.rclone.list(RclonePlace(service.top, Self.directory))
        } catch  where error.kind == .missing {
            return []
        }
        return items.filter { !$0.isDirectory && $0.name.hasSuffix(Self.ending) }
            .map { ReceiptListPart(name: $0.name, size: $0.size ?? 0, grows: false) }
    }

    func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8] {
        try await service.bytes(at: place(of: part), atMost: .max, from: offset) ?? []
    }

    func add(_ lines: [UInt8]) async throws(UploadError) -> AddedReceiptLines {
        try await service.checkMarker(isFresh: false)
        service.keptLines.withLock { $0 += lines }
        return .kept
    }

    func close() async throws(UploadError) -> ReceiptListPart? {
        let lines = service.keptLines.withLock(\.self)
        if lines.isEmpty { return nil }
        try await service.checkMarker()
        let time = UTCInstant(nanoseconds: service.clock.now).text.replacing(":", with: "")
        let name = "\(time)-\(randomDigits(service.random))\(Self.ending)"
        try await service.write(lines, to: place(of: name))
        try await service.syncDisks()
        guard try await self.lines(of: name, from: 0) == lines else {
            throw UploadError(.failed, "the list of receipts was stored with other bytes than were sent")
        }
        service.keptLines.withLock { $0.removeFirst(lines.count) }
        return ReceiptListPart(name: name, size: Int64(lines.count), grows: false)
    }

    private func place(of part: String) -> RclonePlace {
        RclonePlace(service.top, "\(Self.directory)/\(part)")
    }
}
