import Foundation
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
            for name in ["changedAt", "inode"] { photo[name] = nil }
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
}
