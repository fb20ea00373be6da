import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A kill between the move of a copy to its name at a remote and its receipt.
@Suite(.needs(.webdav))
struct KilledMoveTests {
    /// The names and inode numbers of the copies.
    private func copies(_ top: FilePath) throws -> [String: UInt64] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: top.string).filter { $0.hasSuffix(".jpg") }
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: top.appending(name).string)
                return (name, (attributes[.systemFileNumber] as? UInt64) ?? 0)
            })
    }

    @Test(arguments: [false, true])
    func `What has its name is taken as our own by the next upload, and nothing is sent twice`(isRemoved: Bool) throws {
        let world = try WorkHome(photos: 5)
        let remote = try TestRemote(.webdav, server: .own)
        let server = try #require(remote.server), top = try #require(remote.place)
        var program = world.program
        program.variables["RCLONE_CONFIG"] = remote.configurationFile.string
        #expect(try program.run("destination", "add", "nas", "rclone:\(remote.spec)").exit == 0)

        let upload = try program.start(["upload"])
        // From then on the server does not answer, so that no copy can be proved under its name.
        while try copies(top).isEmpty, upload.isRunning { usleep(200) }
        server.pause()
        upload.send(SIGKILL)
        #expect(try upload.wait().exit == 128 + SIGKILL)
        server.resume()
        let before = try copies(top)
        let sent = try #require(try program.run("list", "--uploaded", "--json").count("photos"))
        #expect(sent < before.count, "it was killed too late")

        if isRemoved {
            #expect(try program.run("destination", "remove", "nas", "--yes").exit == 0)
            #expect(try program.run("destination", "add", "nas", "rclone:\(remote.spec)").exit == 0)
        }
        let next = try program.run("upload", "--json")
        #expect(next.exit == 0, "\(next.notes)")
        let after = try copies(top)
        #expect(after.count == 5 && after.merging(before) { $1 } == after, "\(before) \(after)")
        #expect(try program.run("list", "--uploaded", "--json").count("photos") == 5)
        #expect(try program.run("verify", "-q").exit == 0)
    }
}
