import Testing

struct DiscussionTests {
    @Test func `lines of one paragraph are joined, and an empty line begins another`() throws {
        let lines = try SampleDump.description(discussion: "One\nline.\n\nAnother.")
        #expect(lines == ["One line.", ".Pp", "Another."])
    }

    @Test func `indented lines are shown unchanged, without their common indent`() throws {
        let lines = try SampleDump.description(discussion: "Type:\n\n    a\n      b  c\n\n    d\n\nThen wait.")
        #expect(
            lines == [
                "Type:", ".Bd -literal -offset indent", "a", "  b  c", "", "d", ".Ed", ".Pp", "Then wait.",
            ])
    }

    @Test func `a discussion with only examples adds nothing to the description`() throws {
        let lines = try SampleDump.description(discussion: "Examples:\n  pick scan .")
        #expect(lines == [])
    }
}
