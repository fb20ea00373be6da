import PhotoModel
import Testing

struct ShareGrantTests {
    @Test func `An address is in lower case`() throws {
        #expect(try ShareAudience(parsingAddress: "Anna.B+work@Example.com") == .person("anna.b+work@example.com"))
        #expect(ShareAudience.link.address == nil)
    }

    @Test(arguments: [
        "", "anna", "@example.com", "anna@", "a@b@c", "anna @example.com", "a,b@example.com", "<a@b>",
        "a\u{85}@example.com", "a\u{202E}@example.com", "a\u{A0}b@example.com", "a\u{200B}@example.com",
    ])
    func `An invalid address is refused`(_ text: String) {
        #expect(throws: TextError.self) { try ShareAudience(parsingAddress: text) }
    }

    @Test func `No text made of a link contains it`() throws {
        let link = try #require(ShareLink("https://share.example/secret"))
        var text = "\(link) \(String(reflecting: link))"
        dump(link, to: &text)
        #expect(!text.contains("secret"))
        #expect(ShareLink("") == nil)
    }
}
