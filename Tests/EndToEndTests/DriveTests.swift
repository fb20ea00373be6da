import FakeDrive
import Foundation
import Glibc
import PhotoTorture
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The built program and Google Drive.
@Suite(.timeLimit(.minutes(5)))
struct DriveTests {
    private func expect(
        _ outcome: Outcome, exit: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        #expect(outcome.exit == exit, "\(outcome.notes)", sourceLocation: sourceLocation)
        return outcome
    }

    /// Adds a work photo that is sent in several parts, and scans.
    private func addLargePhoto(mebibytes: Int, to scene: DriveScene) throws {
        var photo = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 10:00:00")
        photo.tail = [UInt8](repeating: 7, count: mebibytes << 20)
        try scene.tree.write("photos/large.jpg", photo.bytes)
        _ = expect(try scene.program.run("scan", scene.tree.path("photos").string))
    }

    @Test func `Photos go to Drive, leave the library, and come back when the trash is empty`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive)
            let program = scene.program
            let before = try scene.tree.snapshot().filter { $0.key.hasPrefix("photos/") }
            #expect(expect(try program.run("upload", "-n")).output.contains("to upload"))
            #expect(!drive.requests.contains { $0.method == "PUT" && $0.path.contains("a/IMG") })
            _ = expect(try program.run("upload"))
            _ = expect(try program.run("verify"))
            _ = expect(try program.run("purge", "--yes", "--max-delete", "100%"))
            let left = try scene.tree.snapshot().filter { $0.key.hasPrefix("photos/") }
            #expect(left.count < before.count)
            let runs = try program.run("runs").output.split(separator: "\n")
            let purge = try #require(runs.first { $0.contains("purge") }?.split(separator: " ").first)
            _ = expect(try program.run("runs", "--empty-trash", String(purge), "--yes"))
            _ = expect(try program.run("undo", String(purge)))
            let after = try scene.tree.snapshot().filter { $0.key.hasPrefix("photos/") }
            #expect(after == before)
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `A second machine sends nothing again, and one that lost its index restores the receipts`() async throws
    {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive)
            _ = expect(try scene.program.run("upload"))
            let sent = drive.requests.count { $0.method == "PUT" }
            _ = expect(try scene.second.run("upload"))
            #expect(drive.requests.count { $0.method == "PUT" } == sent)
            let index = scene.tree.path("rebuilt.sqlite").string
            let rebuilt = expect(
                try scene.program.run("index", "rebuild", "--from", "drive:Work/Photos", "--index", index))
            #expect(rebuilt.output.contains("added"))
            _ = expect(try scene.program.run("verify", "--index", index))
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `What was taken back stays held when the index is made anew`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive)
            _ = expect(try scene.program.run("upload"))
            let listed = expect(try scene.program.run("list", "--work", "--uploaded", "--format", "paths"))
            let photo = try #require(listed.output.split(separator: "\n").first)
            _ = expect(try scene.program.run("retract", String(photo), "--yes"))
            let there = drive.files.filter { !$0.trashed }.count
            let index = ["--index", scene.tree.path("rebuilt.sqlite").string]
            _ = expect(try scene.program.start(["index", "rebuild", "--from", "drive:Work/Photos"] + index).wait())
            _ = expect(try scene.program.start(["scan", scene.tree.path("photos").string] + index).wait())
            let upload = expect(try scene.program.start(["upload", "--to", "drive:Work/Photos"] + index).wait())
            #expect(upload.output.contains("held from their destination"), "\(upload.output)")
            #expect(drive.files.filter { !$0.trashed }.count == there)
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `A dry run only reads, and keeps no token`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive)
            let before = try scene.tree.snapshot().filter { $0.key.hasPrefix("one/") }
            drive.expireAccessTokens()
            let number = drive.requests.count
            for command in [["upload", "-n"], ["purge", "-n"], ["verify", "-n"]] {
                _ = expect(try scene.program.start(command).wait())
            }
            let writes = drive.requests.dropFirst(number).filter { $0.method != "GET" && $0.path != "/token" }
            #expect(writes.isEmpty, "\(writes.map(\.path))")
            let after = try scene.tree.snapshot().filter { $0.key.hasPrefix("one/") }
            #expect(after.keys.sorted() == before.keys.sorted())
            #expect(after.filter { before[$0.key] != $0.value }.isEmpty)
        }
    }

    @Test func `Progress within a file is reported while it is sent, and ends with it`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, timeout: "5m")
            try addLargePhoto(mebibytes: 60, to: scene)
            let held = drive.hold(.matching(method: "PUT"), at: .body(9 << 20))
            let terminal = try Terminal()
            let running = try scene.program.start(
                ["upload", "--path", "*large.jpg", "--progress", "always"], notes: terminal.handle)
            await held.reached()
            var drawn = ""
            #expect(
                eventually {
                    drawn += terminal.read()
                    return drawn.contains(/Uploading: [1-9][0-9.]* MB of 6[0-9.]* MB/)
                }, "\(drawn.suffix(200))")
            held.release()
            _ = expect(try running.wait())
            drawn += terminal.read()
            #expect(drawn.hasSuffix("\r\u{1B}[K") || !drawn.split(separator: "\u{1B}[K").isEmpty)
        }
    }

    @Test func `What was sent when a signal came is known to the next run, and not sent again`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, timeout: "5m")
            let held = drive.hold(.matching(method: "PUT", after: 2), at: .answer)
            let running = try scene.program.start(["upload"])
            await held.reached()
            running.send(SIGTERM)
            let outcome = try running.wait()
            held.release()
            #expect(outcome.exit == 143, "\(outcome.notes)")
            _ = expect(try scene.program.run("upload"))
            let copies = drive.files.filter { !$0.isFolder && !$0.trashed && !$0.name.hasPrefix(".workphotos") }
            #expect(Set(copies.map(\.sha256)).count == copies.count, "none is there twice")
            _ = expect(try scene.program.run("verify"))
            let puts = drive.requests.count { $0.method == "PUT" }
            _ = expect(try scene.program.run("upload"))
            #expect(drive.requests.count { $0.method == "PUT" } == puts)
        }
    }

    @Test func `A signal ends even the first question to the destination at once`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, timeout: "5m")
            let held = drive.hold(.matching(method: "GET"), at: .answer)
            let running = try scene.program.start(["upload"])
            await held.reached()
            running.send(SIGTERM)
            #expect(try running.wait().exit == 143)
            held.release()
        }
    }

    @Test func `A killed upload is sent anew, once, if its folder has another name by now`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, timeout: "5m")
            try addLargePhoto(mebibytes: 40, to: scene)
            let held = drive.hold(.matching(method: "PUT", after: 1), at: .body(1 << 20))
            let running = try scene.program.start(["upload", "--path", "*large.jpg"])
            await held.reached()
            running.send(SIGKILL)
            _ = try running.wait()
            held.release()
            let day = try #require(drive.files.first { $0.name == "2026-05-04" && $0.isFolder })
            drive.rename(day.id, to: "old")
            _ = expect(try scene.program.run("upload", "--path", "*large.jpg"))
            let copies = drive.files.filter { $0.name == "large.jpg" }
            #expect(copies.count == 1)
            #expect(copies.map(\.parents) != [[day.id]])
        }
    }

    @Test func `A personal mark during the upload counts for each photo that is not sent yet`()
        async throws
    {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, timeout: "5m")
            let held = drive.hold(.matching(method: "PUT"), at: .answer)
            let running = try scene.program.start(["upload", "--bwlimit", "400k"])
            await held.reached()
            _ = expect(try scene.program.shell("$0 list --work -0 | $0 mark personal --files-from0 -"))
            let before = drive.requests.count { $0.method == "POST" && $0.path.contains("upload") }
            held.release()
            _ = try running.wait()
            let after = drive.requests.count { $0.method == "POST" && $0.path.contains("upload") }
            #expect(after - before <= 7, "only what was on its way")
        }
    }

    @Test func `What is marked personal after it was shared is reported when the share ends`() async throws {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, timeout: "5m")
            _ = expect(try scene.program.run("upload"))
            let held = drive.hold(.matching(method: "POST", path: "/permissions"), at: .answer)
            let running = try scene.program.start(["share", "--work", "--link", "--yes"])
            await held.reached()
            _ = expect(try scene.program.shell("$0 list --work -0 | $0 mark personal --files-from0 -"))
            held.release()
            let outcome = try running.wait()
            #expect(outcome.notes.contains("Shared with others, but not work now"), "\(outcome.notes)")
            #expect(outcome.notes.contains("workphotos share --stop"))
        }
    }

    /// `make torture` tries other points.
    @Test func `Killed and disturbed at its requests, it loses nothing and sends nothing twice`() async throws {
        let strikes = try await DriveTorture(program: Program.built).run(points: 12, seed: 7)
        for strike in strikes { #expect(strike.violations.isEmpty, "\(strike.point): \(strike.violations)") }
        let fired = strikes.count { $0.hasFired }
        #expect(fired > 0)
    }
}
