import Testing
import WorkphotosTestSupport

/// Some systems let a program open few files at the same time.
struct FewOpenFilesTests {
    @Test func `Uploads, removals and returns need few open files`() throws {
        let world = try WorkHome(photos: 60)
        try world.addShelf()
        let before = try world.listing()
        for line in ["upload", "purge --yes --max-delete 100", "undo 3"] {
            let outcome = try world.program.shell("ulimit -n 96 && \"$0\" \(line)")
            #expect(outcome.exit == 0, "\(line): \(outcome.notes)")
            #expect(try world.names().count == (line.hasPrefix("purge") ? 1 : 61))
        }
        #expect(try world.listing() == before)
    }
}
