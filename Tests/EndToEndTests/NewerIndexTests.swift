import SystemPackage
import Testing
import WorkphotosTestSupport

struct NewerIndexTests {
    @Test(arguments: [
        ["scan"], ["list"], ["status"], ["scan", "-n"], ["fence", "add", "B", "--at", "1,1", "--radius", "9m"],
    ])
    func `An index of a newer version is refused and left as it was`(_ arguments: [String]) throws {
        let home = try Home()
        try home.add("a.jpg")
        try home.program.run("scan", home.library)
        try home.program.run("index", "backup", home.tree.path("copy").string)
        try home.tree.remove(Home.index.removingLastComponent())
        var bytes = try home.tree.read("copy")
        bytes[60] = 0x7F  // the schema's version, https://www.sqlite.org/fileformat2.html section 1.3.16
        try home.tree.write(Home.index, bytes)
        let before = try home.tree.snapshot(leavingOut: [])
        let outcome = try home.program.start(arguments).wait()
        #expect(outcome.exit == 10)
        #expect(outcome.notes.contains("newer version of workphotos"))
        #expect(try home.tree.snapshot(leavingOut: []) == before)
    }
}
