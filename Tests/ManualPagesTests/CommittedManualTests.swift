import Foundation
import ManualPages
import Testing
import WorkphotosCLI

/// Compares the pages in man/ with the present commands.
struct CommittedManualTests {
    @Test func `man contains exactly the pages of the commands; make man writes them`() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = ManualFolder(path: top.deletingLastPathComponent().appending(path: "man").path)
        let manual = try Manual(dump: Workphotos.dumpHelp())
        #expect(manual.pages.count > 10)
        #expect(try folder.differences(from: manual) == [])
    }
}
