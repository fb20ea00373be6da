import Foundation
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

struct CredentialFilesTests {
    private let tree: TemporaryTree
    private let store: CredentialFiles
    private let secret = Secret(Array("hunter2".utf8))
    private let file: FilePath = "state/workphotos/credentials/upload-1"

    init() throws {
        tree = try TemporaryTree()
        store = CredentialFiles(variables: ["XDG_STATE_HOME": tree.path("state").string, "HOME": "/nowhere"])
    }

    private func setMode(_ path: FilePath, _ mode: CInterop.Mode) throws {
        try tree.setPermissions(path, FilePermissions(rawValue: mode))
    }

    /// The names in the directory of the secrets, including temporary files.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tree.path(file).removingLastComponent().string)
    }

    private func expect(
        _ kind: CredentialError.Kind, next: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws(CredentialError) -> Void
    ) {
        let error = #expect(throws: CredentialError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.kind == kind, "\(error?.detail ?? "")", sourceLocation: sourceLocation)
        #expect(error?.remedy == next.map { .command($0) }, sourceLocation: sourceLocation)
    }

    @Test func `A secret is kept until it is removed`() throws {
        #expect(try store.names().isEmpty)
        #expect(try store.read("upload-1") == nil)
        try store.remove("upload-1")
        try store.save(secret, as: "upload-1")
        try store.save(Secret([]), as: "upload-2")
        #expect(try store.names().sorted() == ["upload-1", "upload-2"])
        #expect(try store.read("upload-1") == secret)
        #expect(try store.read("upload-2") == Secret([]))
        try store.save(Secret([7]), as: "upload-1")
        #expect(try store.read("upload-1") == Secret([7]))
        try store.remove("upload-1")
        #expect(try store.read("upload-1") == nil)
        #expect(try store.names() == ["upload-2"])
    }

    @Test func `Asking creates nothing`() throws {
        _ = (try store.names(), try store.read("upload-1"))
        try store.remove("upload-1")
        #expect(!tree.exists("state"))
    }

    @Test func `It is in a directory of the state that only the user can access`() throws {
        try store.save(secret, as: "upload-1")
        #expect(try tree.permissions(file) == [.ownerReadWrite])
        for directory in ["state", "state/workphotos", "state/workphotos/credentials"] as [FilePath] {
            #expect(try tree.permissions(directory) == [.ownerReadWriteExecute])
        }
        #expect(try names() == ["upload-1"])
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o610] as [CInterop.Mode])
    func `A file that others can read is refused, with the command to type`(mode: CInterop.Mode) throws {
        try store.save(secret, as: "upload-1")
        try setMode(file, mode)
        expect(.exposed, next: "chmod 600 \(tree.path(file).string)") { () throws(CredentialError) in
            _ = try store.read("upload-1")
        }
        try setMode(file, 0o600)
        #expect(try store.read("upload-1") == secret)
    }

    @Test(arguments: [0o750, 0o705, 0o711] as [CInterop.Mode])
    func `So is the directory, for every operation`(mode: CInterop.Mode) throws {
        try store.save(secret, as: "upload-1")
        let directory = file.removingLastComponent()
        try setMode(directory, mode)
        let next = "chmod 700 \(tree.path(directory).string)"
        expect(.exposed, next: next) { () throws(CredentialError) in _ = try store.read("upload-1") }
        expect(.exposed, next: next) { () throws(CredentialError) in _ = try store.names() }
        expect(.exposed, next: next) { () throws(CredentialError) in try store.save(secret, as: "upload-2") }
        expect(.exposed, next: next) { () throws(CredentialError) in try store.remove("upload-1") }
        #expect(try tree.read(file) == secret.bytes)
    }

    @Test func `A link is not followed, and its target not written to`() throws {
        try store.save(secret, as: "upload-1")
        try tree.write("elsewhere", secret.bytes)
        try setMode("elsewhere", 0o600)
        try tree.remove(file)
        try tree.link(file, to: tree.path("elsewhere"))
        expect(.foreign) { () throws(CredentialError) in _ = try store.read("upload-1") }
        try store.save(Secret([1]), as: "upload-1")
        #expect(try tree.read("elsewhere") == secret.bytes)
        #expect(try store.read("upload-1") == Secret([1]))
    }

    @Test func `A directory that is a link is refused`() throws {
        try tree.makeDirectory("state/workphotos")
        try tree.makeDirectory("elsewhere")
        try setMode("elsewhere", 0o700)
        try tree.link(file.removingLastComponent(), to: tree.path("elsewhere"))
        expect(.foreign) { () throws(CredentialError) in try store.save(secret, as: "upload-1") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: tree.path("elsewhere").string).isEmpty)
    }

    @Test func `A file with a second name is not trusted, and not written to`() throws {
        try store.save(secret, as: "upload-1")
        try FileManager.default.linkItem(atPath: tree.path(file).string, toPath: tree.path("second").string)
        expect(.foreign) { () throws(CredentialError) in _ = try store.read("upload-1") }
        try store.save(Secret([1]), as: "upload-1")
        #expect(try tree.read("second") == secret.bytes)
    }

    @Test func `Files left by a killed process are in no one's way, and are removed`() throws {
        try store.save(secret, as: "upload-1")
        try tree.write("state/workphotos/credentials/.upload-1.new", [9])
        #expect(try store.names() == ["upload-1"])
        try store.save(Secret([1]), as: "upload-1")
        #expect(try store.read("upload-1") == Secret([1]))
        try tree.write("state/workphotos/credentials/.upload-1.new", [9])
        try store.remove("upload-1")
        #expect(try names().isEmpty)
    }

    @Test func `A lock has one holder until it is released, and is no secret`() throws {
        var lock = try store.lock("google")
        #expect(lock != nil)
        #expect(try store.lock("google") == nil)
        #expect(try store.lock("other") != nil)
        try store.save(secret, as: "google")
        #expect(try store.read("google") == secret && store.names() == ["google"])
        lock = nil
        #expect(try store.lock("google") != nil)
        #expect(try tree.permissions("state/workphotos/credentials/.google.lock") == [.ownerReadWrite])
    }

    @Test func `A lock that is a link is refused`() throws {
        try store.save(secret, as: "google")
        try tree.write("elsewhere", [1])
        try tree.link("state/workphotos/credentials/.google.lock", to: tree.path("elsewhere"))
        expect(.foreign) { () throws(CredentialError) in _ = try store.lock("google") }
    }

    @Test(arguments: ["", ".", "..", "a/b", ".hidden", "a b", "ä"])
    func `An invalid name is refused`(name: String) {
        expect(.failed) { () throws(CredentialError) in try store.save(secret, as: name) }
        expect(.failed) { () throws(CredentialError) in _ = try store.read(name) }
    }

    @Test func `A secret that is too long is refused`() {
        let large = Secret([UInt8](repeating: 1, count: 1 << 20 + 1))
        expect(.failed) { () throws(CredentialError) in try store.save(large, as: "upload-1") }
    }

    @Test func `Without a home directory there is no place for it`() {
        expect(.noHome) { () throws(CredentialError) in _ = try CredentialFiles(variables: [:]).names() }
    }

    @Test func `Concurrent writers do not mix, and each reader gets one complete secret`() async throws {
        let store = store
        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                group.addTask {
                    let secret = Secret([UInt8](repeating: UInt8(number), count: 10_000))
                    try store.save(secret, as: "upload-1")
                    let read = try #require(try store.read("upload-1"))
                    #expect(read.bytes.count == 10_000 && Set(read.bytes).count == 1)
                }
            }
            try await group.waitForAll()
        }
    }
}
