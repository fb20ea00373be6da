import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct RemovableGroupTests {
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let json = scanned("a.jpg.json", 3, .sidecar(.takeout))
    private let other = photo("b.jpg", 4)
    private let home = photo("home.jpg", 5, at: (-5, 8))
    private let uploads: Uploads
    private var index: PhotoIndex { uploads.index }

    init() throws { uploads = try Uploads([jpg, film, json, other, home]) }

    private func candidates(
        most: Int = .max, _ change: (inout PhotoSelection) -> Void = { _ in }
    ) throws -> (groups: [KnownGroup], leftOut: KnownGroup.LeftOut) {
        var selection = PhotoSelection()
        selection.order = .path
        change(&selection)
        var groups: [KnownGroup] = []
        let leftOut = try index.workGroups(matching: selection, .removal) {
            groups.append($0)
            return groups.count < most
        }
        return (groups, leftOut)
    }

    private func names(_ group: KnownGroup) -> [String] {
        group.members.compactMap { $0.path.lastComponent?.string }
    }

    @Test func `Each work group is returned once with all its files, whether uploaded or not`() throws {
        try uploads.send([other], at: 30)
        let (groups, leftOut) = try candidates()
        #expect(groups.map(names) == [["a.jpg", "a.mov", "a.jpg.json"], ["b.jpg"]])
        #expect(leftOut == .init(personal: 1, personalPhotos: 1))
        #expect(groups.map(\.root) == [uploads.library.root.id, uploads.library.root.id])
        #expect(groups.map(\.judgement.fence) == ["Office", "Office"])
        #expect(groups[0].members.map(\.sidecar) == [nil, nil, .takeout])
        #expect(groups[0].members.allSatisfy { $0.sha256 == nil && $0.receipts.isEmpty && $0.keepsInodes })
        let member = groups[1].members[0]
        #expect(member.fingerprint == other.reading.fingerprint)
        #expect(member.sha256 == Uploads.sha256(4))
        #expect(member.receipts.map(\.receipt.received) == [30])
        #expect(try candidates { $0.paths = [Glob("*.mov")] }.groups.map(names) == [["a.jpg", "a.mov", "a.jpg.json"]])
        #expect(try candidates { $0.limit = 1 }.groups.count == 1)
        #expect(try candidates(most: 1).groups.count == 1)
    }

    @Test func `Only valid receipts are listed, by destination`() throws {
        let disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        let old = try index.addDestination(name: "old", spec: "folder:/old", marker: marker("old"))
        for destination in [disk, old, uploads.nas] { try uploads.send([other], to: destination) }
        func destinations() throws -> [Int64] { try candidates().groups[1].members[0].receipts.map(\.destination) }
        #expect(try destinations() == [uploads.nas.id, disk.id, old.id])
        _ = try index.removeDestination(named: "old", at: 60)
        #expect(try destinations() == [uploads.nas.id, disk.id])
        let first = try candidates().groups[1].members[0].receipts[0]
        try index.setChecked([(first.id, false)], at: 70)
        #expect(try destinations() == [disk.id])
    }

    @Test func `A hold on any file holds the group`() throws {
        #expect(try candidates().groups.map(\.isHeld) == [false, false])
        try uploads.record(.hold(reason: "mine"), of: json)
        #expect(try candidates().groups.map(\.isHeld) == [true, false])
        #expect(try index.group(ofFileAt: "/photos/a.mov", .removal)?.isHeld == true)
    }

    @Test func `Groups are found by any of their paths, whatever their verdicts`() throws {
        let paths: [FilePath] = ["/photos/a.jpg.json", "/photos/none.jpg", "/photos/home.jpg", "/other/a.jpg"]
        let groups = try index.groups(ofFilesAt: paths, .removal)
        #expect(groups.map { $0.map(names) } == [["a.jpg", "a.mov", "a.jpg.json"], nil, ["home.jpg"], nil])
        #expect(groups[2]?.judgement.verdict == .personal)
    }
}
