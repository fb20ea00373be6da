import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The list of receipts at Google Drive: a file in the root folder for each addition, since files there cannot be
/// appended to. The notes beside the copies say what was sent; the list adds what they cannot, such as that a copy was
/// taken back. A property of the copy itself would be gone with it when Drive's trash is emptied.
struct DriveReceipts: ReceiptListing {
    private static let prefix = OwnName.prefix + "receipts-"

    let service: DriveService

    func parts() async throws(UploadError) -> [ReceiptListPart] {
        let top = try await service.checkedTop()
        let query = "\(DriveNote.query(DriveNote.receipts, top.marker.text)) and trashed = false"
        return try await service.client.all(query, drive: service.spec.drive)
            .filter { !$0.isFolder && !$0.isTrashed && $0.parents == [top.folder] }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            .map { ReceiptListPart(name: $0.id, size: $0.size ?? 0, grows: false) }
    }

    func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8] {
        do throws(UploadError) {
            return try await service.search.bytes(of: part, from: offset)
        } catch  where error.kind == .missing {
            return []
        }
    }

    func add(_ lines: [UInt8]) async throws(UploadError) -> AddedReceiptLines {
        if lines.isEmpty { return .writtenSomewhere }
        let top = try await service.checkedTop()
        let time = UTCInstant(nanoseconds: service.clock.now).text.replacing(":", with: "")
        let part = try await service.search.write(
            lines, "\(Self.prefix)\(time)-\(randomDigits(service.random)).ndjson", in: top.folder,
            notes: [DriveNote.receipts: top.marker.text])
        guard try await service.search.bytes(of: part.id) == lines else {
            throw UploadError(.failed, "the list of receipts was stored with other bytes than were sent")
        }
        return .written(to: part.id, 0..<Int64(lines.count))
    }

    func close() async throws(UploadError) -> ReceiptListPart? { nil }
}
