import PhotoIndex
import PhotoModel

/// The list of receipts that a destination keeps of itself.
struct DestinationReceipts {
    let index: PhotoIndex
    let destination: Destination
    let service: any UploadService

    /// Brings the receipts that are new to the index into it. A receipt is a hint by which a copy is found: whoever
    /// needs the copy asks for it itself.
    ///
    /// - Returns: how many were new, and how many lines mean nothing.
    /// - Throws: `PipelineError` where the destination fails, `IndexError`.
    @discardableResult
    func takeOver() async throws -> (new: Int, unreadable: Int) {
        let bytes: [UInt8]
        do {
            bytes = try await service.receipts()
        } catch {
            throw PipelineError(.destination, "The list of receipts cannot be read: \(error.detail)")
        }
        var receipts: [Receipt] = []
        var unreadable = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let (receipt, marker) = ReceiptLine.read(line), marker == destination.marker {
                receipts.append(receipt)
            } else {
                unreadable += 1
            }
        }
        let new = receipts.isEmpty ? 0 : try index.addReceipts(receipts, destination: destination.id)
        return (new, unreadable)
    }
}
