import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The kinds of destinations that the program knows.
struct DestinationKindsTests {
    private let kinds = DestinationKinds.live(
        credentials: FakeCredentials(), clock: SteppingClock(now: 0), random: { 7 }, threads: BlockingThreads(),
        note: { _ in })

    private func absolute(_ text: String) -> FilePath { FilePath("/srv").pushing(FilePath(text)) }

    private func refusal(_ text: String) -> String? {
        do {
            _ = try kinds.spec(parsing: text, path: absolute)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `The tests' kinds are described like the program's`() {
        func descriptions(_ kinds: DestinationKinds) -> [String] {
            kinds.all.map { "\($0.name) \($0.form) \($0.neededKeys) \($0.otherKeys) \($0.settings)" }
        }
        #expect(descriptions(.test()) == descriptions(kinds))
    }

    @Test func `A place is read by its kind`() throws {
        let folder = try kinds.spec(parsing: "folder:sub/x", path: absolute)
        #expect(folder == DestinationSpec(kind: "folder", directory: "/srv/sub/x"))
        #expect((folder.text, folder.shown) == ("folder:/srv/sub/x", "folder:/srv/sub/x"))
        let remote = try kinds.spec(parsing: "rclone:cloud:a:b", path: absolute)
        #expect((remote.kind, remote.place, remote.directory) == ("rclone", "cloud:a:b", nil))
        #expect(try kinds.spec(parsing: "drive:/Work//Photos/", path: absolute).text == "drive:Work/Photos")
        #expect(try kinds.spec(parsing: "drive://0AB-c/Photos", path: absolute).text == "drive://0AB-c/Photos")
    }

    @Test(arguments: [
        ("folder:/srv/a:b", ["kind=folder", "path=/srv/a:b"]),
        ("rclone:nas:work/photos", ["kind=rclone", "remote=nas", "path=work/photos"]),
        ("rclone:nas:", ["kind=rclone", "remote=nas:"]), ("drive:Work/Photos", ["kind=drive", "folder=Work/Photos"]),
        ("drive://0AB-c/Photos", ["kind=drive", "folder=//0AB-c/Photos"]),
    ])
    func `A place is described by a table of the configuration`(text: String, table: [String]) throws {
        let spec = try kinds.spec(parsing: text, path: absolute)
        #expect(kinds.table(of: spec)?.map { "\($0.key)=\($0.value)" } == table)
    }

    @Test func `No table is made of a place with a secret`() throws {
        let spec = try kinds.spec(parsing: "rclone::sftp,host=nas,pass=XYZ12:photos", path: absolute)
        #expect(kinds.table(of: spec) == nil)
    }

    @Test(arguments: ["ftp:x", "folder:", "drive:", "rclone:", "rclone:nas", "rclone:/mnt/nas"])
    func `An invalid place is refused with advice on the format`(text: String) {
        #expect(refusal(text)?.contains("write folder:PATH, rclone:REMOTE:PATH or drive:FOLDER") == true)
    }

    @Test(arguments: ["drive:/", "drive:a/../b", "drive:///a", "drive://a b/c"])
    func `An invalid Drive folder is refused with both formats`(text: String) {
        #expect(refusal(text)?.contains("drive:FOLDER/FOLDER, or drive://DRIVE-ID/FOLDER") == true)
    }

    @Test func `A mistyped kind gets a suggestion`() {
        #expect(refusal("foldre:/x")?.hasSuffix("; did you mean 'folder'?") == true)
        #expect(refusal("ftp:/x")?.contains("did you mean") == false)
    }

    @Test func `The secrets of an inline remote are only in its text`() throws {
        let text = "rclone::sftp,host=nas,pass=XYZ12:photos"
        let spec = try kinds.spec(parsing: text, path: absolute)
        #expect(spec.text == text)
        #expect(spec.shown == "rclone::sftp,host=nas,pass=…:photos")
        #expect(kinds.shown(text) == spec.shown)
        #expect(Destination(spec).name == spec.shown && !Destination(spec).hasName)
    }

    @Test(arguments: ["rclnoe::sftp,host=h,pass=XYZ12:dir", "rclone::sftp,pass=XYZ12", "rclone:/x,pass=XYZ12:dir"])
    func `Refused text is repeated without secrets`(text: String) throws {
        #expect(try #require(refusal(text)).contains("XYZ12") == false)
        #expect(!kinds.shown(text).contains("XYZ12"))
    }

    @Test func `An rclone mount is named as rclone would be asked for it`() {
        func spec(_ type: String?, _ source: String, _ below: String...) -> [String] {
            kinds.all.compactMap { $0.spec(behindMount: type, source: source, below: below) }
        }
        #expect(spec("fuse.rclone", "nas:photos", "2026", "a") == ["rclone:nas:photos/2026/a"])
        #expect(spec("fuse.rclone", "nas:", "a") == ["rclone:nas:a"])
        #expect(spec("fuse.rclone", "nas:") == ["rclone:nas:"])
        #expect(spec("fuse.s3fs", "bucket", "a") == ["rclone:REMOTE:PATH"])
    }

    @Test func `Flags that rclone must not get are refused before any work`() throws {
        var settings = DestinationSettings(variables: [:])
        settings.tables["rclone"] = ["flags": .texts(["--transfers=8"])]
        try kinds.check(settings)
        settings.tables["rclone"] = ["flags": .texts(["--dry-run"])]
        let error = #expect(throws: SettingError.self) { try kinds.check(settings) }
        #expect((error?.table, error?.key) == ("rclone", "flags"))
        #expect(error?.message.contains("--dry-run cannot be passed on") == true)
    }

    @Test func `A kind that this version does not support is reported`() {
        #expect(throws: UploadError(.unavailable, "this version does not send to ftp:x")) {
            _ = try kinds.service(
                for: DestinationSpec(kind: "ftp", place: "x"), settings: DestinationSettings(variables: [:]))
        }
    }
}
