import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct StagingTests {
    private let uploads: Uploads
    private let files = [photo("a.jpg", 1), photo("b.jpg", 2)]

    init() throws { uploads = try Uploads(files) }

    private func stage(_ actions: Action...) throws -> [Int64?] {
        try uploads.index.stage(actions, run: uploads.run, at: 20)
    }

    @Test func `Staged actions are read back unchanged, by number`() throws {
        var first = uploads.action(files[0], photo("a.xmp", 9))
        first.members[0].sha256 = Uploads.sha256(1)
        first.members[1].target = nil
        let second = uploads.action(files[1])
        let ids = try stage(first, second).compactMap(\.self)
        #expect(ids.count == 2)
        (first.id, first.state) = (ids[0], .staged)
        var expected = second
        (expected.id, expected.state) = (ids[1], .staged)
        #expect(try uploads.staged() == [first, expected])
        #expect(try uploads.staged([ids[1], 77, ids[0], ids[1]]) == [first, expected])
        #expect(try uploads.staged([ids[1]]) == [expected])
        #expect(try uploads.staged([]) == [])
        #expect(try uploads.actions() == [first, expected])
    }

    @Test func `A group is staged once for each kind and destination`() throws {
        let action = uploads.action(files[0])
        let other = try uploads.index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        var elsewhere = action
        elsewhere.destination = DestinationName(id: other.id, name: "disk")
        var removal = uploads.action(files[0], kind: .purge)
        removal.destination = nil
        let ids = try stage(action, elsewhere, removal, action)
        #expect(ids.map { $0 != nil } == [true, true, true, false])
        #expect(try stage(action, elsewhere, removal) == [nil, nil, nil])
        #expect(try uploads.index.unstage([ids[0] ?? 0]) == [ids[0]])
        #expect(try stage(action)[0] != nil)
    }

    @Test func `Dropping returns what was dropped, and skips what has begun`() throws {
        let ids = try stage(uploads.action(files[0]), uploads.action(files[1])).compactMap(\.self)
        var running = uploads.action(files[0])
        running.id = ids[0]
        #expect(try uploads.intend(running) == [.begun(ids[0])])
        #expect(try uploads.index.unstage([77, ids[0], ids[1]]) == [ids[1]])
        #expect(try uploads.staged() == [])
        #expect(try uploads.actions().map(\.id) == [ids[0]])
        #expect(try uploads.index.unstage(nil) == [])
        _ = try stage(uploads.action(files[1]))
        #expect(try uploads.index.unstage(nil).count == 1)
        #expect(try uploads.index.checkIntegrity().isEmpty)
    }

    @Test func `A reader can stop, and its errors pass through`() throws {
        struct Enough: Error {}
        _ = try stage(uploads.action(files[0]), uploads.action(files[1]))
        var seen = 0
        try uploads.index.staged(nil) { _ in
            seen += 1
            return false
        }
        #expect(seen == 1)
        #expect(throws: Enough.self) { try uploads.index.staged(nil) { _ in throw Enough() } }
    }
}
