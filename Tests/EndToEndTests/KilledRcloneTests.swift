import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: RemoteKind.installed.contains(.alias), "rclone is not installed"))
struct KilledRcloneTests {
    @Test func `If the program is killed, its rclone ends as well`() throws {
        // Slow enough to kill it in time.
        let world = try WorkHome(photos: 2, configuration: "bwlimit = \"1k\"")
        let tree = world.home.tree
        try tree.makeDirectory("nas")
        try tree.write("rclone.conf", Array("[nas]\ntype = alias\nremote = \(tree.path("nas"))\n".utf8))
        var program = world.program
        program.variables["RCLONE_CONFIG"] = tree.path("rclone.conf").string
        #expect(try program.run("destination", "add", "nas", "rclone:nas:").exit == 0)
        let upload = try program.start(["upload"])
        #expect(eventually { upload.processes.count == 2 || !upload.isRunning })
        let processes = upload.processes
        #expect(processes.count == 2)
        upload.send(SIGKILL)
        #expect(try upload.wait().exit == 128 + SIGKILL)
        #expect(eventually { processes.allSatisfy(hasEnded) })
    }
}
