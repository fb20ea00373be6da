import Glibc
import PhotoFiles
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService: ReceiptListing {
    /// How long to wait while another program keeps the list of receipts locked.
    private static let patience: Duration = .seconds(5)

    package func parts() async throws(UploadError) -> [ReceiptListPart] {
        try await onThread { () throws(UploadError) in
            let top = try open()
            return try attempt("cannot look at \(Self.receiptsName)") { () throws(Errno) in
                guard let status = try top.directory.status(Self.receiptsName) else { return [] }
                return [ReceiptListPart(name: Self.receiptsName.string, size: status.size, grows: true)]
            }
        }
    }

    package func close() async throws(UploadError) -> ReceiptListPart? { nil }

    package func add(_ lines: [UInt8]) async throws(UploadError) -> AddedReceiptLines {
        if lines.isEmpty { return .writtenSomewhere }
        let range = try await append(lines)
        return range.map { .written(to: Self.receiptsName.string, $0) } ?? .writtenSomewhere
    }

    private func append(_ lines: [UInt8]) async throws(UploadError) -> Range<Int64>? {
        try await onThread { () throws(UploadError) in
            // A program that kept it locked all the time still does, so a run waits only once.
            let patience = isListLocked.withLock(\.self) ? .zero : Self.patience
            let list = FolderReceipts(
                directory: try open().directory, buffers: buffers, patience: patience, clock: clock)
            return try list.add(lines) { isListLocked.withLock { $0 = true } }
        }
    }

    package func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8] {
        try await onThread { () throws(UploadError) in
            let top = try open()
            return try attempt("cannot read \(Self.receiptsName)") { () throws(Errno) in
                let file: OpenFile
                do throws(Errno) {
                    file = try top.directory.open(Self.receiptsName, flags: OpenFlags.reading)
                } catch .noSuchFileOrDirectory {
                    return []
                }
                guard try file.status().isRegular else { throw .invalidArgument }
                return try read(file, from: offset)
            }
        }
    }

    private func read(_ file: OpenFile, from offset: Int64) throws(Errno) -> [UInt8] {
        try buffers.with { block throws(Errno) in
            var all: [UInt8] = []
            while true {
                let count = try unsafe file.read(into: block.bytes, at: offset + Int64(all.count))
                if count == 0 { return all }
                unsafe all.append(contentsOf: block.bytes[..<count])
            }
        }
    }
}
