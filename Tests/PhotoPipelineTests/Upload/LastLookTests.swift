import GRDB
import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What becomes private between the scan and the last byte is not sent.
struct LastLookTests {
    /// Uploads `a.jpg`, and does something when its first bytes have been sent.
    private func upload(_ scene: UploadScene, during work: () throws -> Void) async throws -> UploadOutcome {
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try work()
        held.release()
        return try await upload
    }

    /// Uploads, and does something when the copy of a file has its name.
    private func upload(
        _ scene: UploadScene, afterNameOf name: FilePath,
        change: @escaping @Sendable (inout UploadSettings) -> Void = { _ in },
        _ work: () throws -> Void
    ) async throws -> UploadOutcome {
        let held = scene.nas.hold(.finish, of: UploadScene.target(name))
        async let upload = scene.upload(change: change)
        await held.reached()
        try work()
        held.release()
        return try await upload
    }

    /// Uploads, and marks `a.jpg` personal when the copy of a file has its name.
    private func upload(_ scene: UploadScene, markingAfterNameOf name: FilePath) async throws -> UploadOutcome {
        try await upload(scene, afterNameOf: name) { try scene.mark("a.jpg", .personal) }
    }

    /// What happens to the library's file when its copy has its name, beside a mark.
    enum Loss: CaseIterable, Sendable {
        case removed, edited, unmounted

        func happen(to scene: UploadScene) throws {
            switch self {
            case .removed: try scene.tree.remove(scene.file("a.jpg"))
            case .edited: try scene.write("a.jpg", 99)
            case .unmounted: try scene.tree.rename("photos", to: "elsewhere")
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `A copy that has its name stays when the library loses its photo, and it is said`(loss: Loss) async throws {
        let scene = try await UploadScene("a.jpg")
        let sent = try await upload(scene, afterNameOf: "a.jpg") { try loss.happen(to: scene) }
        #expect(sent.states["a.jpg"] != "done")
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts == ["a.jpg"])
        let path = UploadScene.target("a.jpg")
        #expect(sent.details == ["its copy \(path) has its name and stays at nas"])
    }

    @Test(arguments: Loss.allCases)
    func `A copy is not taken back from a mark when it is the last one, and it is said`(loss: Loss) async throws {
        let scene = try await UploadScene("a.jpg")
        let sent = try await upload(scene, afterNameOf: "a.jpg") {
            try scene.mark("a.jpg", .personal)
            try loss.happen(to: scene)
        }
        #expect(sent.states == ["a.jpg": "refused not-work"])
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts == ["a.jpg"])
        let path = UploadScene.target("a.jpg")
        #expect(
            sent.details == [
                "its copy \(path) could not be taken back from nas and stays there: "
                    + "the library does not have its bytes any more"
            ])
    }

    @Test func `A companion that comes into the directory of its program keeps its photo`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "NKSC_PARAM/a.jpg.nksc")
        let sent = try await upload(scene) { try scene.write("NKSC_PARAM/b.jpg.nksc", 9) }
        #expect(sent.states["b.jpg"] == "skipped members-differ")
    }

    @Test(arguments: ["a.jpg", "a.jpg.xmp"] as [FilePath])
    func `A mark that comes while a group gets its names takes all of them back`(named: FilePath) async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp", "b.jpg")
        let sent = try await upload(scene, markingAfterNameOf: named)
        #expect(sent.states == ["a.jpg": "refused not-work", "b.jpg": "done"])
        #expect(scene.stored() == ["b.jpg"])
        #expect(try scene.receipts == ["b.jpg"])
    }

    @Test func `A photo that is edited after it was sent gets no name, though size and ends are as before`()
        async throws
    {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.finish, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        var bytes = try scene.bytes("b.jpg")
        bytes[bytes.count / 2] ^= 1
        try scene.tree.write(scene.file("b.jpg"), bytes)
        held.release()
        #expect(try await upload.states == ["a.jpg": "done", "b.jpg": "skipped changed-since-scan"])
        #expect(scene.stored() == ["a.jpg"])
    }

    @Test func `A copy that cannot be taken back keeps its receipt, and it is said`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        scene.nas.fail(.takeBack, with: UploadError(.failed, "is locked"))
        let sent = try await upload(scene, markingAfterNameOf: "a.jpg")
        #expect(sent.states == ["a.jpg": "refused not-work", "b.jpg": "done"])
        #expect(scene.stored() == ["a.jpg", "b.jpg"])
        #expect(try scene.receipts.sorted() == ["a.jpg", "b.jpg"])
        let path = UploadScene.target("a.jpg")
        #expect(sent.details == ["its copy \(path) could not be taken back from nas and stays there: is locked"])
    }

    @Test func `A mark that comes before the other files of a group are tried again takes all copies back`()
        async throws
    {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp", "b.jpg")
        let first = scene.nas.hold(.finish, of: UploadScene.target("a.jpg"))
        let second = scene.nas.hold(.send, of: UploadScene.target("a (2).jpg.xmp"))
        async let upload = scene.upload()
        await first.reached()
        scene.nas.place(.file([1], modified: 0), at: UploadScene.target("a.jpg.xmp"))
        first.release()
        await second.reached()
        #expect(scene.stored().contains("a.jpg"), "the first attempt has sent it")
        try scene.mark("a.jpg", .personal)
        second.release()
        #expect(try await upload.states == ["a.jpg": "refused not-work", "b.jpg": "done"])
        #expect(scene.stored() == ["a.jpg.xmp", "b.jpg"])
        #expect(try scene.receipts == ["b.jpg"])
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `A mark and a signal between the names of a group take its first copy back`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp")
        let held = scene.nas.hold(.finish, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try scene.mark("a.jpg", .personal)
        scene.interruption.raise()
        held.release()
        _ = try await upload
        #expect(scene.stored().isEmpty)
        #expect(try scene.receipts.isEmpty)
    }

    @Test func `A sidecar's copy that stays is told of by the run, the status, why and retract`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp")
        let sidecar = UploadScene.target("a.jpg.xmp")
        scene.nas.fail(.finish, of: UploadScene.target("a.jpg"), with: UploadError(.failed, "no"))
        scene.nas.fail(.takeBack, with: UploadError(.failed, "is locked"))
        let sent = try await upload(scene, markingAfterNameOf: "a.jpg.xmp")
        #expect(sent.details.contains { $0.contains("its copy \(sidecar) could not be taken back from nas") })
        #expect(scene.stored() == ["a.jpg.xmp"])
        #expect(try scene.receipts == ["a.jpg.xmp"])
        let path = scene.tree.path(scene.file("a.jpg"))
        #expect(try scene.index.status(unsentSidecars: [.takeout]).uploadedButNotWork.photos == 1)
        #expect(try scene.index.sentPhoto(at: path)?.copies.map(\.receipt.receipt.target.path) == [sidecar])
        var work = try WhyWork(
            index: scene.tree.path("index.sqlite"), owner: "tests", rules: scene.rules, purge: PurgeSettings(),
            clock: scene.clock)
        let why = try work.explain(path).get()
        #expect(why.copiesBeside.map(\.target) == [sidecar])
    }

    @Test func `An equal sidecar of another photo is not counted as a copy of this one`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp", "b.jpg", "b.jpg.xmp")
        try scene.tree.write(scene.file("b.jpg.xmp"), scene.bytes("a.jpg.xmp"))
        try await scene.scan()
        try scene.mark("b.jpg", .personal)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(try scene.index.status(unsentSidecars: [.takeout]).uploadedButNotWork.photos == 0)
        #expect(try scene.index.sentPhoto(at: scene.tree.path(scene.file("b.jpg")))?.copies.isEmpty == true)
    }

    @Test(arguments: [true, false])
    func `An XMP file that says a private place when names are given takes the copy back`(isNew: Bool) async throws {
        let scene = try await UploadScene(isNew ? ["a.jpg"] : ["a.jpg", "a.jpg.xmp"])
        let clinic = try never(at: 52.40)
        _ = try scene.store.change { try $0.adding(clinic) }
        let change = { @Sendable (settings: inout UploadSettings) in settings.sidecars = [] }
        let sent = try await upload(scene, afterNameOf: "a.jpg", change: change) {
            try scene.tree.write(scene.file("a.jpg.xmp"), XMPPacket.position("52,24.0N", "13,24.3E").bytes)
        }
        #expect(sent.states == ["a.jpg": "refused not-work"])
        #expect(scene.stored().isEmpty)
        #expect(try scene.receipts.isEmpty)
    }

    /// An XMP file of more than is hashed of its ends, with a place between them.
    private func longXMP(at latitude: String) -> [UInt8] {
        let (first, last) = (String(repeating: "x", count: 80_000), String(repeating: "x", count: 6_000))
        return XMPPacket(
            elements: "<!--\(first)--><exif:GPSLatitude>\(latitude)</exif:GPSLatitude>"
                + "<exif:GPSLongitude>13,24.3E</exif:GPSLongitude><!--\(last)-->"
        ).bytes
    }

    @Test func `A long XMP file that is not sent and says a private place by now keeps its photo`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp")
        try scene.tree.write(scene.file("a.jpg.xmp"), longXMP(at: "52,31.2N"))
        try await scene.scan()
        let clinic = try never(at: 52.40)
        _ = try scene.store.change { try $0.adding(clinic) }
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload { $0.sidecars = [] }
        await held.reached()
        try scene.tree.write(scene.file("a.jpg.xmp"), longXMP(at: "52,24.0N"))
        held.release()
        #expect(try await upload.states == ["a.jpg": "refused not-work"])
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
    }

    private func never(at latitude: Double = 52.52) throws -> Fence {
        let center = try #require(Coordinate(latitude: latitude, longitude: 13.405))
        return Fence(name: "Clinic", kind: .never, shape: .circle(center: center, radius: 50))
    }

    @Test func `A fence that is drawn by hand while a photo is sent keeps it`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let clinic = try never()
        let sent = try await upload(scene) { _ = try scene.store.change { try $0.adding(clinic) } }
        #expect(sent.states == ["a.jpg": "refused not-work", "b.jpg": "refused not-work"])
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
        #expect(try scene.receipts.isEmpty)
    }

    @Test func `A fence elsewhere changes nothing`() async throws {
        let scene = try await UploadScene("a.jpg")
        let clinic = try never(at: 50)
        let sent = try await upload(scene) { _ = try scene.store.change { try $0.adding(clinic) } }
        #expect(sent.states == ["a.jpg": "done"])
    }

    @Test(arguments: ["", "{\"type\":\"FeatureCollection\",\"features\":[]}"])
    func `Fences that are deleted while a photo is sent keep it`(text: String) async throws {
        let scene = try await UploadScene("a.jpg")
        let sent = try await upload(scene) {
            if text.isEmpty {
                try scene.tree.remove("fences.geojson")
            } else {
                try scene.tree.write("fences.geojson", Array(text.utf8))
            }
        }
        #expect(sent.states["a.jpg"]?.hasPrefix("done") == false)
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
    }

    @Test func `Fences that are broken before the last file has its name end the upload`() async throws {
        let scene = try await UploadScene("a.jpg")
        let sound = try scene.tree.read("fences.geojson")
        let error = await #expect(throws: PipelineError.self) {
            try await upload(scene) { try scene.tree.write("fences.geojson", Array("{".utf8)) }
        }
        #expect(error?.kind == .fences)
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
        #expect(try scene.receipts.isEmpty)
        #expect(try scene.index.underWay(.upload).isEmpty)
        try scene.tree.write("fences.geojson", sound)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
    }

    @Test func `Fences that are broken between the files of a group end the upload`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp", "b.jpg")
        let error = await #expect(throws: PipelineError.self) {
            try await upload(scene) { try scene.tree.write("fences.geojson", Array("{".utf8)) }
        }
        #expect(error?.kind == .fences)
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
        #expect(!scene.nas.words.contains("send a.jpg.xmp") && !scene.nas.words.contains("send b.jpg"))
    }

    @Test func `A photo whose fence gets another name is not sent into the folder of the old one`() async throws {
        let scene = try await UploadScene("a.jpg")
        let sent = try await upload(scene) {
            let text = String(decoding: try scene.tree.read("fences.geojson"), as: UTF8.self)
            try scene.tree.write("fences.geojson", Array(text.replacing("Office", with: "Client").utf8))
        }
        #expect(sent.states == ["a.jpg": "skipped changed-since-plan"])
        #expect(scene.stored().isEmpty)
    }

    @Test(arguments: ["a.dng", "a.mov", "a.jpg.xmp", "a-edited.jpg"] as [FilePath])
    func `A partner that arrives after the scan keeps its group`(partner: FilePath) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        try scene.write(partner, 9)
        #expect(try await scene.upload().states == ["a.jpg": "skipped members-differ", "b.jpg": "done"])
        #expect(!scene.nas.words.contains("send a.jpg"))
    }

    @Test func `A partner that arrives while its photo is sent keeps it`() async throws {
        let scene = try await UploadScene("a.jpg")
        let sent = try await upload(scene) { try scene.write("a.dng", 9) }
        #expect(sent.states == ["a.jpg": "skipped members-differ"])
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
    }

    @Test func `A private partner that arrives between the names of a group takes its copies back`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp", "b.jpg")
        let clinic = try never(at: 52.40)
        _ = try scene.store.change { try $0.adding(clinic) }
        let sent = try await upload(scene, afterNameOf: "a.jpg") {
            let partner = TestPhoto(at: (52.40, 13.405), taken: "2026:05:04 10:00:00")
            try scene.tree.write(scene.file("a.dng"), partner.bytes)
        }
        #expect(sent.states == ["a.jpg": "refused not-work", "b.jpg": "done"])
        #expect(scene.stored() == ["b.jpg"])
        #expect(try scene.receipts == ["b.jpg"])
    }

    @Test func `The copy that has its name stays where a partner that arrives then is work too`() async throws {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp")
        let sent = try await upload(scene, afterNameOf: "a.jpg") { try scene.write("a.dng", 9) }
        #expect(sent.states == ["a.jpg": "skipped members-differ"])
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test func `A photo that is marked personal while it is sent is refused`() async throws {
        let scene = try await UploadScene("a.jpg")
        let sent = try await upload(scene) { try scene.mark("a.jpg", .personal) }
        #expect(sent.states == ["a.jpg": "refused not-work"])
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
    }

    @Test func `A photo that was replaced by one of equal size and time is not sent, and is read again`() async throws {
        let scene = try await UploadScene("a.jpg")
        let path = scene.file("a.jpg")
        try scene.tree.setModified(path, seconds: 1_900_000_000)
        try await scene.scan()
        var home = TestPhoto(at: (52.40, 13.405), taken: "2026:05:04 10:00:00")
        home.tail = [0]
        #expect(try home.bytes.count == scene.bytes("a.jpg").count)
        try scene.tree.write(path, home.bytes)
        try scene.tree.setModified(path, seconds: 1_900_000_000)
        // As on a file system that keeps neither inodes nor ctimes.
        let queue = try DatabaseQueue(path: scene.tree.path("index.sqlite").string)
        try await queue.write { try $0.execute(sql: "UPDATE fileSystem SET keepsInodes = 0") }
        try queue.close()
        #expect(try await scene.upload().states == ["a.jpg": "skipped changed-since-scan"])
        #expect(!scene.nas.words.contains("send a.jpg"))
        try await scene.scan()
        #expect(try scene.index.photo(at: scene.tree.path(path))?.judgement?.verdict == .personal)
    }
}
