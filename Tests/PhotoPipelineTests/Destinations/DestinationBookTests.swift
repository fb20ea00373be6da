import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct DestinationBookTests {
    private func configured(_ name: String, _ path: FilePath, line: Int = 3) -> Destination {
        Destination(
            name: name, spec: folder(path), definition: Destination.Definition(path: "/config.toml", line: line))
    }

    private func book(
        configured: [Destination], known: [KnownDestination]
    ) throws(PipelineError) -> DestinationBook {
        try DestinationBook(configured: configured, known: known, kinds: .test())
    }

    private func folder(_ path: FilePath) -> DestinationSpec { DestinationSpec(kind: "folder", directory: path) }

    private func known(_ name: String, _ spec: String) throws -> KnownDestination {
        KnownDestination(id: 1, name: name, spec: spec, marker: try #require(DestinationMarker("abc")))
    }

    private func error(_ body: () throws -> Void) -> PipelineError? {
        do {
            try body()
            return nil
        } catch {
            return error as? PipelineError
        }
    }

    private func absolute(_ text: String) -> FilePath { FilePath("/srv").pushing(FilePath(text)) }

    @Test func `The configuration's and the index's destinations are one list, each place once`() throws {
        let book = try self.book(
            configured: [configured("usb", "/usb"), configured("nas", "/nas")],
            known: [known("folder:/usb", "folder:/usb"), known("old", "drive:Old"), known("nas", "folder:/nas")])
        #expect(book.all.map(\.name) == ["nas", "usb", "old"])
        #expect(book.all.last?.spec == DestinationSpec(kind: "drive", place: "Old"))
    }

    @Test func `Each has the index's row with its name, or else with its place`() throws {
        let rows = try [
            known("folder:/usb", "folder:/usb"), known("nas", "folder:/nas"), known("old", "drive:Old"),
            known("zip", "folder:/nas"),
        ]
        let book = try self.book(
            configured: [configured("usb", "/usb"), configured("nas", "/nas"), configured("new", "/new")], known: rows)
        #expect(book.all.map(\.known?.name) == ["nas", nil, "folder:/usb", "old"])
        #expect(book.all.map(\.name) == ["nas", "new", "usb", "old"])
        #expect(try book.find("folder:/usb", path: absolute).known == rows[0])
        #expect(try book.find("folder:/elsewhere", path: absolute).known == nil)
    }

    @Test func `A name that the index has at another place is the configuration's, which may have moved it`() throws {
        let book = try self.book(configured: [configured("nas", "/nas", line: 7)], known: [known("nas", "drive:x")])
        #expect(book.all.map(\.spec) == [folder("/nas")])
        #expect(book.all.first?.known?.spec == "drive:x")
    }

    @Test func `A name takes precedence over a place, which gets the name of its destination`() throws {
        let book = try self.book(configured: [configured("nas", "/nas")], known: [])
        #expect(try book.find("nas", path: absolute).spec == folder("/nas"))
        #expect(try book.find("folder:/nas", path: absolute).name == "nas")
        #expect(try book.find("folder:../nas", path: absolute).name == "nas")
        let other = try book.find("folder:sub/x", path: absolute)
        #expect(other.name == "folder:/srv/sub/x" && other.spec == folder("/srv/sub/x") && !other.hasName)
        #expect(
            try book.find("rclone:cloud:a:b", path: absolute).spec
                == DestinationSpec(kind: "rclone", place: "cloud:a:b"))
    }

    @Test func `Other text is refused, with the nearest name or the format of a place`() throws {
        let book = try self.book(configured: [configured("archive", "/nas")], known: [])
        #expect(error { _ = try book.find("archvie", path: absolute) }?.message.contains("'archive'?") == true)
        #expect(error { _ = try book.find("mnt/nas", path: absolute) }?.message.contains("folder:PATH") == true)
        #expect(error { _ = try book.find("ftp:x", path: absolute) }?.message.contains("folder:PATH") == true)
        let bytes = FilePath(bytes: [0x2F, 0xFF])
        #expect(error { _ = try book.find("folder:x") { _ in bytes } }?.message.contains("UTF-8") == true)
    }

    @Test func `Uploads go to the configured destination, else to the only one`() throws {
        let none = try book(configured: [], known: [])
        #expect(try none.standard(to: nil, path: absolute) == nil)
        #expect(try none.standard(to: "drive:Work", path: absolute)?.name == "drive:Work")
        let one = try book(configured: [], known: [known("nas", "folder:/nas")])
        #expect(try one.standard(to: nil, path: absolute)?.name == "nas")
        #expect(error { _ = try one.standard(to: "nsa", path: absolute) }?.kind == .configuration)
        let two = try book(configured: [configured("usb", "/usb")], known: [known("nas", "folder:/nas")])
        #expect(try two.standard(to: "nas", path: absolute)?.name == "nas")
        let several = error { _ = try two.standard(to: nil, path: absolute) }
        #expect(several?.kind == .configuration)
        #expect(several?.message.contains("'usb', 'nas'") == true)
        #expect(several?.remedy == .upload(to: "usb", makingDestination: false))
    }

    @Test func `A place without a name is sent to only if it is requested`() throws {
        let place = try known("folder:/adhoc", "folder:/adhoc")
        let both = try book(configured: [], known: [place, known("nas", "folder:/nas")])
        #expect(try both.standard(to: nil, path: absolute)?.name == "nas")
        #expect(try both.standard(to: "folder:/adhoc", path: absolute)?.spec == folder("/adhoc"))
        let alone = try book(configured: [], known: [place])
        #expect(try alone.standard(to: nil, path: absolute) == nil)
        let several = try book(
            configured: [configured("usb", "/usb"), configured("old", "/old")], known: [place])
        let refusal = error { _ = try several.standard(to: nil, path: absolute) }
        #expect(refusal?.message.contains("folder:") == false)
        #expect(refusal?.remedy == .upload(to: "old", makingDestination: false))
    }
}
