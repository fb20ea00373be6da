import SystemPackage
import Testing
import WorkphotosTestSupport

/// Indexes of other versions of the program.
struct OtherVersionTests {
    private static let commands = [
        ["scan"], ["list"], ["status"], ["scan", "-n"], ["fence", "add", "B", "--at", "1,1", "--radius", "9m"],
    ]

    @Test(arguments: commands)
    func `An index of a newer version is refused and left as it was`(_ arguments: [String]) throws {
        // The schema's version, https://www.sqlite.org/fileformat2.html section 1.3.16.
        try expectRefused(arguments, [0x7F], at: 60, "newer version of workphotos")
    }

    @Test(arguments: commands + [["index", "check"], ["index", "rebuild", "--from", "folder:/nowhere"]])
    func `An index from before the first release is refused and left as it was`(_ arguments: [String]) throws {
        // The application id, section 1.3.18.
        try expectRefused(arguments, Array("WkPh".utf8), at: 68, "before the first release of workphotos")
    }

    private func expectRefused(_ arguments: [String], _ header: [UInt8], at place: Int, _ why: String) throws {
        let home = try Home()
        try home.add("a.jpg")
        try home.program.run("scan", home.library)
        try home.program.run("index", "backup", home.tree.path("copy").string)
        try home.tree.remove(Home.index.removingLastComponent())
        var bytes = try home.tree.read("copy")
        bytes.replaceSubrange(place..<place + header.count, with: header)
        try home.tree.write(Home.index, bytes)
        let before = try home.tree.snapshot(leavingOut: [])
        let outcome = try home.program.start(arguments).wait()
        #expect(outcome.exit == 10)
        #expect(outcome.notes.contains(why))
        #expect(try home.tree.snapshot(leavingOut: []) == before)
    }
}
