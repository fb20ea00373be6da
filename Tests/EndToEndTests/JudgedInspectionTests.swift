import Foundation
import Glibc
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Verdicts without an index, by the built program.
struct JudgedInspectionTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.tree.write(Home.fences, Array(SampleFence.geoJSON.utf8))
    }

    /// The photos in an output as text, by their paths, without what only an inspection has.
    private func photos(_ outcome: Outcome) throws -> [String: String] {
        var photos: [String: String] = [:]
        for var photo in outcome.lines where photo["type"] as? String == "photo" {
            for name in Contract.membersOfInspection { photo[name] = nil }
            let text = try JSONSerialization.data(withJSONObject: photo, options: .sortedKeys)
            photos[try #require(photo["path"] as? String)] = String(decoding: text, as: UTF8.self)
        }
        return photos
    }

    @Test func `Every photo of the sample library has the line that it has after a scan`() throws {
        try SampleLibrary(photos: 300, seed: 5, detail: .small, formats: .mixed, hasEdited: true)
            .write(to: home.tree.path("photos"))
        let list = "find \"$1\" -mindepth 2 -type f -print0"
        let inspected = try home.program.shell(
            "\(list) | \"$0\" inspect --judge --json --files-from0 -", home.library)
        #expect(inspected.exit == 0, "\(inspected.notes)")
        #expect(!home.tree.exists(Home.index))
        #expect(try home.program.run("scan", home.library).exit == 0)
        let scanned = try photos(home.program.run("list", "--json"))
        #expect(scanned.count == 300)
        let judged = try photos(inspected)
        #expect(judged.count == scanned.count)
        for (path, line) in scanned { #expect(judged[path] == line) }
    }

    @Test func `The photos of a directory leave before the list of files ends`() throws {
        try home.add("a/1.jpg")
        try home.add("b/1.jpg")
        let lines = home.tree.path("lines").string
        let writer = """
            printf '%s/a/1.jpg\\0%s/b/1.jpg\\0' "$1" "$1"
            for i in $(seq 1000); do grep -q a/1.jpg "$2" && exit 0; sleep 0.01; done
            touch "$2.late"
            """
        let outcome = try home.program.shell(
            "(\(writer)) | \"$0\" inspect --judge --json --files-from0 - >\"$2\"", home.library, lines)
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(!home.tree.exists("lines.late"))
        #expect(String(decoding: try home.tree.read("lines"), as: UTF8.self).contains("/b/1.jpg"))
    }

    @Test(arguments: [(SIGINT, 130, true), (SIGTERM, 143, true), (SIGINT, 130, false)])
    func `A signal ends it while the list of files stays open`(_ signal: Int32, exit: Int32, judges: Bool) throws {
        try home.add("a/1.jpg")
        try home.add("b/1.jpg")
        let input = Pipe()
        let command = ["inspect", "--json"] + (judges ? ["--judge"] : []) + ["--files-from0", "-"]
        let lines = home.tree.path("lines").string
        try home.tree.write("lines", [])
        let inspect = try home.program.start(command, input: input.fileHandleForReading, output: lines)
        // The name after the last NUL is not whole.
        let names = "\(home.library)/a/1.jpg\0\(home.library)/b/1.jpg\0\(home.library)/c"
        try input.fileHandleForWriting.write(contentsOf: Array(names.utf8))
        if judges {
            #expect(eventually { (try? home.tree.read("lines"))?.isEmpty == false })
        } else {
            #expect(!inspect.ends(within: 1))
        }
        inspect.send(signal)
        #expect(inspect.ends(within: 5))
        #expect(try inspect.wait().exit == exit)
        let text = String(decoding: try home.tree.read("lines"), as: UTF8.self)
        #expect(text.contains("/a/1.jpg") == judges)
        #expect(!text.contains("/c\""))
        try input.fileHandleForWriting.close()
    }

    @Test func `A list without names or an end is read until a signal`() throws {
        let zero = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
        let inspect = try home.program.start(["inspect", "--judge", "--files-from0", "-"], input: zero)
        #expect(!inspect.ends(within: 1))
        inspect.send(SIGTERM)
        #expect(inspect.ends(within: 5))
        #expect(try inspect.wait().exit == 143)
    }
}
