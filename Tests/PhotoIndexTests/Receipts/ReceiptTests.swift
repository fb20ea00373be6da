import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct ReceiptTests {
    private let index: PhotoIndex
    private let nas: KnownDestination
    private let disk: KnownDestination

    init() throws {
        index = try PhotoIndex.inMemory(owner: Library.owner)
        nas = try index.addDestination(name: "nas", spec: "folder:/nas", marker: marker("nas"))
        disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
    }

    private func receipt(_ number: Int, _ target: FilePath, at time: Int64) -> Receipt {
        Receipt(
            sha256: Uploads.sha256(number), size: Int64(number), target: CopyLocation(target),
            checksum: Checksum(kind: .md5, value: "ab"), received: time, checked: time)
    }

    private func stored(_ destination: Int64? = nil) throws -> [StoredReceipt] {
        var receipts: [StoredReceipt] = []
        try index.receipts(destination: destination) {
            receipts.append($0)
            return true
        }
        return receipts
    }

    /// Confirms a receipt like an upload.
    private func confirm(_ receipt: Receipt) throws {
        let run = try index.beginRun("upload", at: 1)
        let action = Action(kind: .upload, group: 1, members: [], state: .done)
        try index.conclude([ActionOutcome(action: action, receipts: [(receipt, nas.id)])], run: run, at: 50)
    }

    @Test func `Receipts are ordered by destination and target, including removed destinations`() throws {
        #expect(try index.addReceipts([receipt(2, "b", at: 5), receipt(1, "a", at: 6)], destination: nas.id) == 2)
        #expect(try index.addReceipts([receipt(1, "z", at: 7)], destination: disk.id) == 1)
        _ = try index.removeDestination(named: "disk", at: 9)
        let all = try stored()
        #expect(all.map(\.receipt) == [receipt(1, "z", at: 7), receipt(1, "a", at: 6), receipt(2, "b", at: 5)])
        #expect(all.map(\.destination.name) == ["disk", "nas", "nas"])
        #expect(all.map(\.destination.removedAt) == [9, nil, nil])
        #expect(try stored(nas.id) == Array(all[1...]))
        #expect(try stored(77) == [])
    }

    @Test func `At a remote, each id at a path has its own content`() throws {
        func receipt(_ number: Int, _ id: String, at time: Int64) -> Receipt {
            Receipt(
                sha256: Uploads.sha256(number), size: Int64(number), target: CopyLocation("a.jpg", id: id),
                checksum: Checksum(kind: .md5, value: "ab"), received: time, checked: time)
        }
        try confirm(receipt(1, "x", at: 5))
        try confirm(receipt(2, "y", at: 6))
        #expect(try stored().map(\.receipt.target.id) == ["x", "y"])
        #expect(try stored().map(\.failedAt) == [nil, nil], "neither took the other's place")
        try index.setChecked(stored().map { ($0.id, true) }, at: 20)
        #expect(try stored().map(\.failedAt) == [nil, nil], "both are there")
        try confirm(receipt(3, "y", at: 7))
        #expect(try stored().map { $0.failedAt == nil } == [true, false, true])
        #expect(try index.addReceipts([receipt(4, "x", at: 4)], destination: nas.id) == 1)
        #expect(try stored().map { $0.failedAt == nil } == [true, false, true, false], "it is the older one of its id")
        try confirm(receipt(1, "z", at: 8))
        #expect(try stored().map(\.receipt.target.id) == ["z", "y", "y", "x"], "the same content, sent anew")
    }

    @Test func `Known receipts are unchanged`() throws {
        let first = receipt(1, "a", at: 5)
        #expect(try index.addReceipts([first, first], destination: nas.id) == 1)
        #expect(try index.addReceipts([receipt(1, "a", at: 9)], destination: nas.id) == 0)
        #expect(try stored().map(\.receipt) == [first])
    }

    @Test func `Only valid receipts are returned for a content or a size`() throws {
        _ = try index.addReceipts([receipt(1, "b", at: 5), receipt(1, "a", at: 5)], destination: nas.id)
        #expect(try index.receipts(sha256: Uploads.sha256(1), destination: nas.id).map(\.target) == ["a", "b"])
        #expect(try index.receipts(sha256: Uploads.sha256(1), destination: disk.id) == [])
        #expect(try index.receipts(sha256: Uploads.sha256(2), destination: nas.id) == [])
        #expect(try index.sizesWithReceipt(among: [1, 2], destination: nas.id) == [1])
        #expect(try index.sizesWithReceipt(among: [1, 2], destination: disk.id).isEmpty)
        try index.setChecked(stored().map { ($0.id, false) }, at: 20)
        #expect(try index.receipts(sha256: Uploads.sha256(1), destination: nas.id) == [])
        #expect(try index.sizesWithReceipt(among: [1], destination: nas.id).isEmpty)
    }

    @Test func `A check sets the time, or the failure and its start`() throws {
        _ = try index.addReceipts([receipt(1, "a", at: 5), receipt(2, "b", at: 5)], destination: nas.id)
        let ids = try stored().map(\.id)
        try index.setChecked([(ids[0], true), (ids[1], false)], at: 20)
        try index.setChecked([(ids[1], false)], at: 21)
        #expect(try stored().map(\.receipt.checked) == [20, 5])
        #expect(try stored().map(\.failedAt) == [nil, 20])
        try index.setChecked([(ids[1], true)], at: 22)
        #expect(try stored().map(\.receipt.checked) == [20, 22])
        #expect(try stored().map(\.receipt.received) == [5, 5])
        #expect(try stored().map(\.failedAt) == [nil, nil])
    }

    @Test func `A copy that is verified again keeps its time of receipt`() throws {
        try confirm(receipt(1, "a", at: 5))
        try confirm(receipt(1, "a", at: 9))
        #expect(try stored().map { [$0.receipt.received, $0.receipt.checked] } == [[5, 9]])
    }

    @Test func `A copy that arrives while the clock is behind is as young as the last run`() throws {
        _ = try index.beginRun("scan", at: 90)
        try confirm(receipt(1, "a", at: 5))
        #expect(try stored().map(\.receipt.received) == [90])
    }

    @Test func `A copy that was lost and sent again has a new time of receipt`() throws {
        try confirm(receipt(1, "a", at: 5))
        try index.setChecked(stored().map { ($0.id, false) }, at: 7)
        try confirm(receipt(1, "a", at: 9))
        #expect(try stored().map { [$0.receipt.received, $0.receipt.checked] } == [[9, 9]])
        #expect(try stored().map(\.failedAt) == [nil])
    }

    @Test func `A new content at a target replaces all others there`() throws {
        try confirm(receipt(1, "a", at: 5))
        try confirm(receipt(2, "a", at: 9))
        #expect(try stored().map(\.failedAt) == [9, nil])
        _ = try index.addReceipts([receipt(3, "a", at: 8)], destination: nas.id)
        #expect(try stored().map(\.failedAt) == [9, nil, 9])
        _ = try index.addReceipts([receipt(4, "a", at: 10), receipt(5, "b", at: 1)], destination: nas.id)
        #expect(try stored().map(\.failedAt) == [9, 10, 9, nil, nil])
        #expect(try index.receipts(sha256: Uploads.sha256(4), destination: nas.id).count == 1)
    }

    @Test func `A content that is found at a target again replaces the assumed one`() throws {
        try confirm(receipt(1, "a", at: 5))
        try confirm(receipt(2, "a", at: 9))
        try index.setChecked([(stored()[0].id, true)], at: 20)
        #expect(try stored().map(\.failedAt) == [nil, 20])
    }
}
