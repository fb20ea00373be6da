import Foundation
import ManualPages
import Testing
import WorkphotosCLI

/// Compares the pages in man/ with the present commands.
struct CommittedManualTests {
    @Test func `man contains exactly the pages of the commands; make man writes them`() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let copy = FileManager.default.temporaryDirectory.appending(path: "man-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: top.deletingLastPathComponent().appending(path: "man"), to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        let manual = try Manual(dump: Workphotos.dumpHelp())
        #expect(manual.pages.count > 10)
        #expect(try ManualFolder(path: copy.path).update(from: manual, today: "") == [])
    }
}
