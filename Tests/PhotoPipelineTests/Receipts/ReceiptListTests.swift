import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing

/// What a destination's own list says has ended.
struct ReceiptListTests {
    private let marker: DestinationMarker

    init() throws {
        marker = try #require(DestinationMarker("f00d"))
    }

    private func receipt(received: Int64 = 10, checked: Int64, _ target: FilePath = "a.jpg") -> Receipt {
        Receipt(
            sha256: Array(0..<32), size: 5, target: CopyLocation(target),
            checksum: Checksum(kind: .sha256, value: hexText(Array(0..<32))), received: received, checked: checked)
    }

    private func list(_ receipts: [Receipt], ended moments: [Int64], isHeld: Bool = true) -> ReceiptList {
        let lines =
            receipts.map { ReceiptLine($0, marker: marker) }
            + moments.map {
                ReceiptLine(EndedReceipt(receipt(checked: 20), ended: $0, isHeld: isHeld), marker: marker)
            }
        return ReceiptList(lines.flatMap(\.bytes))
    }

    @Test(arguments: [true, false]) func `A receipt that has ended does not count, wherever its line is`(isHeld: Bool) {
        let list = list([receipt(checked: 20)], ended: [30, 25], isHeld: isHeld)
        #expect(list.receipts.isEmpty && list.unreadable == 0)
        #expect(list.ended[marker] == [EndedReceipt(receipt(checked: 20), ended: 30, isHeld: isHeld)])
    }

    @Test func `A copy that is still there counts again, and stays held`() {
        let list = list([receipt(checked: 20), receipt(checked: 40)], ended: [30])
        #expect(list.receipts[marker]?.map(\.checked) == [40])
        #expect(list.ended[marker]?.map(\.ended) == [30])
    }

    @Test func `What was sent again since then has not ended`() {
        let list = list([receipt(checked: 20), receipt(received: 40, checked: 40)], ended: [30])
        #expect(list.receipts[marker]?.map(\.checked) == [40])
        #expect(list.ended.isEmpty)
    }

    @Test func `A program that knows nothing of such lines takes them for failed receipts`() throws {
        let line = ReceiptLine(EndedReceipt(receipt(checked: 20), ended: 30, isHeld: true), marker: marker)
        #expect(line.failedAt != nil && line.type == "receipt")
        #expect(ReceiptList.isList(line.bytes))
        #expect(ReceiptList.isList(Array(line.bytes.prefix(20))), "also where it is cut")
    }

    @Test func `Receipts of other targets are not concerned`() {
        let list = list([receipt(checked: 20), receipt(checked: 20, "b.jpg")], ended: [30])
        #expect(list.receipts[marker]?.map(\.target.path) == ["b.jpg"])
    }
}
