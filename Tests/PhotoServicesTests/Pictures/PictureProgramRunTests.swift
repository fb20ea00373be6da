import Glibc
import PhotoFiles
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// How the program that decodes pictures is found, started and understood. Scripts take its place.
struct PictureProgramRunTests {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    private var maker: PictureProgram { PictureProgram(installedWith: tree.path("bin/workphotos")) }

    /// Installs a script as the program.
    private func install(_ script: String, at path: FilePath = "libexec/workphotos-picture") throws {
        try tree.write(path, Array("#!/bin/sh\n\(script)\n".utf8))
        try tree.setPermissions(path, [.ownerReadWriteExecute])
    }

    private func answer(
        _ source: PictureSource = .bytes([1, 2, 3]), _ size: Picture.Size = .small
    ) -> Result<[UInt8], PictureFailure> {
        Result { () throws(PictureFailure) in try maker.picture(of: source, size: size) }
    }

    private func text(_ answer: Result<[UInt8], PictureFailure>) throws -> String {
        String(decoding: try answer.get(), as: UTF8.self)
    }

    @Test func `It gets the photo and how large the picture is to be, and no variable`() throws {
        try install("echo \"$*:$HOME:$LD_PRELOAD\"; /bin/cat")
        #expect(try text(answer(.bytes(Array("photo".utf8)))) == "320 2::\nphoto")
        try tree.write("photo", Array("from a file".utf8))
        let file = try OpenFile(tree.path("photo"), flags: O_RDONLY)
        #expect(try text(answer(.file(file), .large)) == "2048 8::\nfrom a file")
    }

    @Test func `It is beside the program where that was only built, and else not there`() throws {
        #expect(answer() == .failure(.unavailable("workphotos-picture is not installed")))
        try install("echo built", at: "bin/workphotos-picture")
        #expect(try text(answer()) == "built\n")
        try install("echo installed")
        #expect(try text(answer()) == "installed\n")
    }

    @Test(arguments: [
        "exit 65", "echo picture; exit 65", "kill -SEGV $$", "kill -SYS $$", "kill -XCPU $$", "kill -BUS $$",
        "kill -ABRT $$", "exec /usr/bin/head -c 20000000 /dev/zero",
    ])
    func `What ends otherwise than with a picture, or writes too much, cannot decode the file`(script: String) throws {
        try install(script)
        #expect(answer() == .failure(.broken))
    }

    @Test(arguments: ["exit 1", "echo picture; kill -KILL $$", "kill -TERM $$"])
    func `What ends for another reason than the file may decode it another time`(script: String) throws {
        try install(script)
        #expect(answer() == .failure(.unfinished))
    }

    @Test(arguments: [64, 69, 71, 127]) func `What can decode nothing says so of no file`(code: Int) throws {
        try install("exit \(code)")
        guard case .failure(.unavailable) = answer() else {
            Issue.record("\(answer())")
            return
        }
    }

    @Test func `What cannot be started decodes nothing`() throws {
        try tree.write("libexec/workphotos-picture", [0x7F])
        guard case .failure(.unavailable(let why)) = answer() else {
            Issue.record("\(answer())")
            return
        }
        #expect(why.hasPrefix("workphotos-picture cannot be started: "))
    }
}
