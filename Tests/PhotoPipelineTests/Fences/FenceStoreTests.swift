import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceStoreTests {
    private let tree: TemporaryTree
    private let store: FenceStore
    private let office: Fence

    init() throws {
        tree = try TemporaryTree()
        store = FenceStore(path: tree.path("fences.geojson"))
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        office = Fence(name: "Office", kind: .work, shape: .circle(center: center, radius: 150))
    }

    @Test func `A missing file contains no fences`() throws {
        let loaded = try store.load()
        #expect(loaded.fences.isEmpty)
        #expect(loaded.digest.count == 32)
        #expect(!tree.exists("fences.geojson"))
    }

    @Test func `Whether the file can be written is known before`() throws {
        #expect(store.isWritable)
        #expect(FenceStore(path: tree.path("not/there/yet.geojson")).isWritable)
    }

    @Test(.enabled(if: PrivateMounts.areAllowed)) func `On a read-only file system it cannot`() throws {
        let place = tree.path.string
        let isWritable = PrivateMounts.run { [store] mounts in
            mounts.bind(place, on: place, readOnly: true) ? store.isWritable : nil
        }
        #expect(isWritable == false)
    }

    @Test func `A change is written, and the digest is that of the bytes on disk`() throws {
        let changed = try store.change { try $0.adding(office) }
        #expect(changed.fences == [office])
        #expect(try store.load().digest == changed.digest)
        #expect(try tree.read("fences.geojson") == changed.file.bytes)
    }

    @Test func `A preview returns the same and writes nothing`() throws {
        let preview = try store.preview { try $0.adding(office) }
        #expect(!tree.exists("fences.geojson"))
        #expect(try store.change { try $0.adding(office) }.digest == preview.digest)
    }

    @Test func `An edit made meanwhile is read and not lost`() throws {
        let center = try #require(Coordinate(latitude: 1, longitude: 1))
        let other = Fence(name: "Depot", kind: .work, shape: .circle(center: center, radius: 10))
        var calls = 0
        let changed = try store.change { file in
            calls += 1
            if calls == 1 { try tree.write("fences.geojson", try FenceFile().adding(other)) }
            return try file.adding(office)
        }
        #expect(calls == 2)
        #expect(Set(changed.fences.map(\.name)) == ["Depot", "Office"])
    }

    @Test func `Links are followed and the mode is kept`() throws {
        try tree.write("real/places.geojson", FenceFile().bytes)
        try tree.setPermissions("real/places.geojson", FilePermissions(rawValue: 0o640))
        try tree.link("fences.geojson", to: "real/places.geojson")
        _ = try store.change { try $0.adding(office) }
        #expect(try tree.isLink("fences.geojson"))
        #expect(try tree.permissions("real/places.geojson") == FilePermissions(rawValue: 0o640))
        #expect(try FenceFile(parsing: tree.read("real/places.geojson")).fences == [office])
        #expect(try tree.snapshot().count == 2)
    }

    @Test(arguments: ["fences.geojson", "etc/all.geojson", "etc"])
    func `A link to what is not there is no missing file`(link: String) throws {
        let both = FenceStore(path: store.path, system: tree.path("etc/all.geojson"))
        if link != "etc" { try tree.makeDirectory("etc") }
        #expect(try both.load().fences.isEmpty)
        try tree.link(FilePath(link), to: "gone")
        let error = #expect(throws: PipelineError.self) { try both.load() }
        #expect(error?.kind == .fences)
        #expect(error?.message.contains("link to what is not there") == true)
        if link == "fences.geojson" {
            #expect(throws: PipelineError.self) { try both.change { try $0.adding(office) } }
            #expect(try tree.isLink("fences.geojson"))
        }
        if link == "etc" {
            try tree.makeDirectory("gone")
            #expect(try both.load().fences.isEmpty)
        }
    }

    @Test func `A file that cannot be read is an error with its path`() throws {
        try tree.makeDirectory("fences.geojson")
        let error = #expect(throws: PipelineError.self) { try store.load() }
        #expect(error?.kind == .fences)
        #expect(error?.path == store.path)
    }
}
