import Testing

struct MdocTextTests {
    @Test(arguments: [
        (".config is hidden", "\\&.config is hidden"),
        ("'tis", "\\&'tis"),
        ("a\\nb", "a\\enb"),
        ("with --work or -n, well-known", "with \\-\\-work or \\-n, well-known"),
        ("in (--json)", "in (\\-\\-json)"),
        ("~/Pictures", "\\(ti/Pictures"),
        ("type `pick scan .` now", "type \\(oqpick scan .\\(cq now"),
        ("type `pick`, then", "type \\(oqpick\\(cq, then"),
    ])
    func `text keeps its meaning in mdoc`(text: String, source: String) throws {
        #expect(try SampleDump.description(discussion: text) == [source])
    }

    @Test func `each sentence begins a line`() throws {
        let lines = try SampleDump.description(discussion: "One is here. Two? Three, e.g. four.")
        #expect(lines == ["One is here.", "Two?", "Three, e.g. four."])
    }

    @Test func `no line is longer than 80 bytes, and no word is lost`() throws {
        let text = (1...60).map { "word\($0)" }.joined(separator: " ")
        let lines = try SampleDump.description(discussion: text)
        #expect(lines.joined(separator: " ") == text)
        #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    }

    @Test func `hyphens of a literal line stay ASCII`() throws {
        let lines = try SampleDump.description(discussion: "  pick --dry-run .\n  .hidden")
        #expect(lines == [".Bd -literal -offset indent", "pick \\-\\-dry\\-run .", "\\&.hidden", ".Ed"])
    }

    @Test(arguments: [
        ("Add a place.", "add a place"),
        ("EXIF of a photo.", "EXIF of a photo"),
        ("List places", "list places"),
    ])
    func `the abstract becomes a phrase in NAME`(abstract: String, phrase: String) throws {
        #expect(try SampleDump.page(abstract: abstract, discussion: "").contains("\n.Nd \(phrase)\n"))
    }
}
