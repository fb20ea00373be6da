import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing

struct ReceiptLineTests {
    private let marker: DestinationMarker

    init() throws {
        marker = try #require(DestinationMarker("f00d"))
    }

    private func receipt(_ target: FilePath) -> Receipt {
        Receipt(
            sha256: Array(0..<32), size: 5, target: CopyLocation(target),
            checksum: Checksum(kind: .sha256, value: hexText(Array(0..<32))),
            received: 1_777_000_000_000_000_001, checked: 1_777_000_001_000_000_000)
    }

    @Test(arguments: [FilePath("Office/2026/a.jpg"), FilePath(bytes: [0x61, 0xFF, 0x2F, 0x62]), "a \"b\"\n.jpg"])
    func `A receipt is written as one line and read back`(target: FilePath) throws {
        let line = ReceiptLine(receipt(target), marker: marker).bytes
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(!line.dropLast().contains(UInt8(ascii: "\n")))
        let read = try #require(ReceiptLine.read(line.dropLast()))
        #expect(read.receipt == receipt(target))
        #expect(read.marker == marker)
    }

    @Test(arguments: ["../a.jpg", "/etc/passwd", "a/../../b", "", "."])
    func `A target outside the destination is no receipt`(target: String) {
        let line = ReceiptLine(receipt(FilePath(target)), marker: marker).bytes
        #expect(ReceiptLine.read(line) == nil)
    }

    @Test(arguments: ["Albums/Site/a.jpg", "albums/a.jpg", "ALBUMS"])
    func `What is in the folder of albums is no upload, so it has no receipt`(target: String) {
        let line = ReceiptLine(receipt(FilePath(target)), marker: marker).bytes
        #expect(ReceiptLine.read(line) == nil)
    }

    @Test(arguments: ["", "00"]) func `A blank checksum, or one of other bytes, proves nothing`(checksum: String) {
        var bad = receipt("a.jpg")
        bad.checksum = Checksum(kind: .sha256, value: checksum)
        #expect(ReceiptLine.read(ReceiptLine(bad, marker: marker).bytes) == nil)
    }

    @Test func `A line that was cut anywhere is no receipt`() {
        let line = ReceiptLine(receipt("a.jpg"), marker: marker).bytes.dropLast()
        for length in 0..<line.count { #expect(ReceiptLine.read(line.prefix(length)) == nil) }
    }
}
