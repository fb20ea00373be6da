import Foundation
import ManualPages
import Testing

struct ManualFolderTests {
    private static let first = "March 1, 2026"
    private static let later = "April 2, 2026"

    @Test func `pages that are missing or were edited are written, and the others are left alone`() throws {
        try withFolder { folder in
            let manual = try Manual(dump: SampleDump.pick)
            #expect(try folder.update(from: manual, today: Self.first) == manual.pages.map(\.fileName).sorted())
            #expect(try folder.update(from: manual, today: Self.later) == [])
            let page = try text(of: "pick-scan.1", in: folder)
            try write(page + "More.\n", to: "pick-scan.1", in: folder)
            #expect(try folder.update(from: manual, today: Self.first) == ["pick-scan.1"])
            #expect(try text(of: "pick-scan.1", in: folder) == page)
        }
    }

    @Test func `the page of a removed command is removed`() throws {
        try withFolder { folder in
            try folder.update(from: Manual(dump: SampleDump.pick), today: Self.first)
            let smaller = try Manual(dump: SampleDump.pickWithoutList)
            #expect(try folder.update(from: smaller, today: Self.first).contains("pick-place-list.1"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/pick-place-list.1"))
        }
    }

    @Test func `a page keeps its date until its text changes`() throws {
        try withFolder { folder in
            let manual = try Manual(dump: SampleDump.pick)
            try folder.update(from: manual, today: Self.first)
            try write(".Dd \(Self.first)\nanother text\n", to: "pick-scan.1", in: folder)
            try folder.update(from: manual, today: Self.later)
            #expect(try text(of: "pick-scan.1", in: folder).hasPrefix(".Dd \(Self.later)\n"))
            #expect(try text(of: "pick.1", in: folder).hasPrefix(".Dd \(Self.first)\n"))
        }
    }

    @Test func `pages of other sections are left alone`() throws {
        try withFolder { folder in
            let manual = try Manual(dump: SampleDump.pick)
            try write("by hand\n", to: "pick-json.5", in: folder)
            try folder.update(from: manual, today: Self.first)
            #expect(try text(of: "pick-json.5", in: folder) == "by hand\n")
        }
    }

    @Test func `a missing directory is an error with its path`() throws {
        let folder = ManualFolder(path: "/nowhere/man")
        let manual = try Manual(dump: SampleDump.pick)
        let error = #expect(throws: ManualError.self) { try folder.update(from: manual, today: Self.first) }
        #expect(try #require(error).description.hasPrefix("/nowhere/man/"))
    }

    private func withFolder(_ body: (ManualFolder) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "manual-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(ManualFolder(path: directory.path))
    }

    private func text(of name: String, in folder: ManualFolder) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }

    private func write(_ text: String, to name: String, in folder: ManualFolder) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
}
