import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Standard input and output as pipes, full or closed, and names that are not text.
struct StreamTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `A reader that stops early ends the list quietly`() throws {
        try home.addSamples(400)
        try home.program.run("scan", home.library)
        let list = try home.program.shell(#"{ "$0" list --json; echo "exit $?" >&2; } | head -n 1"#)
        #expect(list.output.hasPrefix(#"{"type":"photo""#))
        #expect(list.notes == "exit 0\n")
    }

    @Test(arguments: [["list"], ["list", "--json"], ["status"], ["--help"], ["--version"], ["scan", "--help"]])
    func `Output that cannot be written is an error`(_ arguments: [String]) throws {
        try home.add("a.jpg")
        try home.program.run("scan", home.library)
        let outcome = try home.program.start(arguments, output: "/dev/full").wait()
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("No space left on device"))
    }

    @Test func `A closed output is like /dev/null, and no file that is opened gets its number`() throws {
        try home.add("a.jpg")
        let outcome = try home.program.shell(#""$0" scan "$1" >&- 2>&- <&-"#, home.library)
        #expect(outcome.exit == 0)
        #expect(try home.program.run("list", "--format", "paths").output == "\(home.library)/a.jpg\n")
        #expect(try home.program.run("index", "check").exit == 0)
    }

    /// From hardly any room to some for the index's log, in blocks of 512 bytes.
    @Test(arguments: [1, 64, 512, 768, 1_024]) func `A limit of the size of files is named`(blocks: Int) throws {
        try home.addSamples(400)
        let outcome = try home.program.shell("ulimit -f \(blocks); \"$0\" scan \"$1\"", home.library)
        if blocks > 64, outcome.exit == 0 { return }
        #expect([1, 10].contains(outcome.exit))
        #expect(outcome.notes.hasPrefix("workphotos: "), "\(outcome.notes)")
        #expect(outcome.notes.contains("the size of files is limited here (ulimit -f)"), "\(outcome.notes)")
    }

    @Test func `A home that does not exist is not made`() throws {
        let missing = home.tree.path("nowhere/home").string
        var program = home.program
        program.variables["HOME"] = missing
        for word in ["XDG_STATE_HOME", "XDG_CONFIG_HOME"] { program.variables[word] = nil }
        let outcome = try program.shell(#"HOME="$2" "$0" scan "$1""#, home.library, missing)
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains(missing), "\(outcome.notes)")
        #expect(!home.tree.exists("nowhere"))
    }

    @Test func `A name that is not UTF-8 is listed with its bytes`() throws {
        let name = FilePath(platformString: [0x66, CChar(bitPattern: 0xFC), 0x72, 0x2E, 0x6A, 0x70, 0x67, 0])
        try home.tree.write(FilePath("photos").appending(name.components), TestPhoto().bytes)
        try home.add("für.jpg")
        #expect(try home.program.run("scan", home.library).exit == 0)
        let list = try home.program.run("list", "--json", "--sort", "path")
        let photos = list.lines.filter { $0["type"] as? String == "photo" }
        #expect(photos.count == 2)
        let latin = try #require(photos.first { $0["pathBase64"] is String })
        #expect(latin["path"] as? String == home.library + "/f\u{FFFD}r.jpg")
        let bytes = Array(home.library.utf8) + [0x2F, 0x66, 0xFC, 0x72, 0x2E, 0x6A, 0x70, 0x67]
        #expect(latin["pathBase64"] as? String == Data(bytes).base64EncodedString())
        let raw = try home.program.shell(#""$0" list -0 | tr '\0' '\n' | od -An -c | tr -d ' \n'"#)
        #expect(raw.output.contains(#"f374r.jpg\n"#))
    }

    @Test func `Thousands of names come through a pipe`() throws {
        var list: [UInt8] = []
        for number in 0..<20 { try home.add("photo \(number)\n.jpg") }
        for number in 0..<4_000 { list += "\(home.library)/photo \(number % 20)\n.jpg\0".utf8 }
        try home.tree.write("names", list)
        let inspect = try home.program.shell(
            #"cat "$1" | "$0" inspect --print0 --files-from0 -"#, home.tree.path("names").string)
        #expect(inspect.exit == 0)
        #expect(inspect.output.utf8.elementsEqual(list))
    }

    @Test func `Names can be piped from find`() throws {
        for name in ["a.jpg", "b/c d.jpg", "b/\u{1B}[31m.jpg"] { try home.add(name) }
        let inspect = try home.program.shell(
            #"find "$1" -name '*.jpg' -print0 | "$0" inspect --json --files-from0 -"#, home.library)
        #expect(inspect.exit == 0)
        let photos = inspect.lines.filter { $0["type"] as? String == "photo" }
        #expect(photos.count == 3)
        #expect(photos.allSatisfy { $0["make"] as? String == "Leica" })
        #expect(!inspect.output.contains("\u{1B}"))
    }
}
