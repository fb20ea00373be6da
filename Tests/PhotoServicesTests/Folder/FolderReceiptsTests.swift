import Glibc
import PhotoModel
import PhotoPipeline
import PhotoServices
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The list of receipts is written only if it is ours and has no other name.
struct FolderReceiptsTests {
    private static let list: FilePath = "nas/receipts.ndjson"
    private let world: FolderWorld

    init() async throws {
        world = try FolderWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
    }

    private func line(_ number: UInt8) -> [UInt8] {
        let receipt = Receipt(
            sha256: [UInt8](repeating: number, count: 32), size: 1, target: CopyLocation(FilePath("\(number).jpg")),
            checksum: Checksum(kind: .md5, value: "\(number)"), received: 0, checked: 0)
        return ReceiptLine(receipt, marker: DestinationMarker(random: 1, 2)).bytes
    }

    @Test func `A list with a second name gets a new file, and the other name is unchanged`() async throws {
        try await world.addReceipts(line(1))
        try world.tree.setPermissions(Self.list, FilePermissions(rawValue: 0o640))
        try world.hardLink(from: Self.list, to: "snapshot")
        try await world.addReceipts(line(2))
        #expect(try world.tree.read("snapshot") == line(1))
        #expect(try world.tree.read(Self.list) == line(1) + line(2))
        #expect(try world.tree.permissions(Self.list) == FilePermissions(rawValue: 0o640))
        try await world.addReceipts(line(3), by: world.another())
        #expect(try world.tree.read(Self.list) == line(1) + line(2) + line(3))
        #expect(try world.tree.read("snapshot") == line(1))
        #expect(try world.leftovers() == 0)
    }

    @Test func `A list that another program locks is waited for once, and not for long`() async throws {
        try world.setReceipts(line(1))
        let other = try FileDescriptor.open(world.tree.path(Self.list), .readOnly, options: .closeOnExec)
        #expect(flock(other.rawValue, LOCK_EX) == 0)
        let clock = TickingClock()
        let service = FolderService(world.tree.path("nas"), clock: clock)
        for ticks in [5, 1] as [Int64] {
            let began = clock.ticks
            let error = await #expect(throws: UploadError.self) { try await world.addReceipts(line(2), by: service) }
            #expect(error?.kind == .failed && error?.detail.contains("keeps its receipts.ndjson locked") == true)
            // One more, because it also looks when the wait begins.
            #expect(clock.ticks - began == ticks + 1)
        }
        try other.close()
        _ = try await world.addReceipts(line(3), by: service)
        #expect(try world.tree.read(Self.list) == line(1) + line(3))
    }

    @Test func `A last line that was cut stays separate in the new file too`() async throws {
        try world.setReceipts(line(1) + [0x7B])
        try world.hardLink(from: Self.list, to: "snapshot")
        try await world.addReceipts(line(2))
        #expect(try world.tree.read(Self.list) == line(1) + [0x7B, 0x0A] + line(2))
    }

    @Test func `A killed program's rest of a new list is removed`() async throws {
        try world.setReceipts(line(1))
        try world.place(line(1), at: ".workphotos-receipts.part")
        try world.hardLink(from: Self.list, to: "snapshot")
        try await world.addReceipts(line(2))
        #expect(try world.tree.read(Self.list) == line(1) + line(2))
        #expect(try world.leftovers() == 0)
    }

    @Test func `What is no list under that name stays, and another name is used`() async throws {
        try world.setReceipts(line(1))
        try world.place([9, 9], at: ".workphotos-receipts.part")
        try world.hardLink(from: Self.list, to: "snapshot")
        try await world.addReceipts(line(2))
        #expect(try world.tree.read(Self.list) == line(1) + line(2))
        #expect(try world.bytes(at: ".workphotos-receipts.part") == [9, 9])
    }

    @Test func `An unremovable file with the name of a new list matters only if one is made`()
        async throws
    {
        try world.setReceipts(line(1))
        try world.tree.makeDirectory("nas/.workphotos-receipts.part")
        try await world.service.receiptList?.add(line(2))
        #expect(try world.tree.read(Self.list) == line(1) + line(2))
    }

    @Test func `Programs that append concurrently lose no line, even if each finds another name`() async throws {
        try world.setReceipts(line(0))
        let tree = world.tree
        try await withThrowingTaskGroup { group in
            for number in 1...16 as ClosedRange<UInt8> {
                let (service, line) = (world.another(), line(number))
                try? world.hardLink(from: Self.list, to: FilePath("snapshot-\(number)"))
                group.addTask { try await service.receiptList?.add(line) }
            }
            try await group.waitForAll()
        }
        let lines = try tree.read(Self.list).split(separator: 0x0A).map { Array($0) + [0x0A] }
        #expect(Set(lines) == Set((0...16).map(line)))
        #expect(lines.count == 17)
    }

    @Test(arguments: ["my letter\n", "{\"type\":\"invoice\"}\n", "\n\nx", "[1]"])
    func `Another program's file with that name is unchanged`(text: String) async throws {
        try world.setReceipts(Array(text.utf8))
        await expectError(.failed) { () throws(UploadError) in try await world.addReceipts(line(1)) }
        #expect(try world.tree.read(Self.list) == Array(text.utf8))
    }

    @Test(arguments: ["", "{", "{\"checkedAt\":\"2026-05", "\n"])
    func `A list whose first line was cut is a list`(text: String) async throws {
        try world.setReceipts(Array(text.utf8))
        try await world.addReceipts(line(1))
        #expect(try world.tree.read(Self.list).suffix(line(1).count) == line(1)[...])
    }
}

/// A clock that advances by a second at each reading.
private final class TickingClock: PhotoPipeline.Clock {
    private let looks = Atomic<Int64>(0)

    var ticks: Int64 { looks.load(ordering: .relaxed) }
    var uptime: Int64 { looks.add(1, ordering: .relaxed).newValue * 1_000_000_000 }
    /// Not used here.
    var now: Int64 { 0 }

    func sleep(for duration: Duration) async throws {}
}
