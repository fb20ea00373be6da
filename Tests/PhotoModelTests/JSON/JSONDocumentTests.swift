import PhotoModel
import Testing

struct JSONDocumentTests {
    private func parse(_ text: String) throws -> JSONNode {
        try JSONDocument(parsing: Array(text.utf8)).root
    }

    private func members(_ node: JSONNode) throws -> [JSONMember] {
        guard case .object(let members) = node.value else { throw Unexpected(node: node) }
        return members
    }

    private func elements(_ node: JSONNode) throws -> [JSONNode] {
        guard case .array(let elements) = node.value else { throw Unexpected(node: node) }
        return elements
    }

    private struct Unexpected: Error {
        let node: JSONNode
    }

    @Test func `Each value knows its bytes and its line`() throws {
        let text = "\u{FEFF}{ \"a\" : [1,\r\n true],\r\"b\":\n  {}\n}\n"
        let bytes = Array(text.utf8)
        let root = try JSONDocument(parsing: bytes).root
        let members = try members(root)
        #expect(root.line == 1)
        #expect(members.map(\.name) == ["a", "b"])
        #expect(members.map(\.line) == [1, 3])
        #expect(members.map(\.value.line) == [1, 4])
        let elements = try elements(members[0].value)
        #expect(elements.map(\.line) == [1, 2])
        #expect(elements.map { String(decoding: bytes[$0.range], as: UTF8.self) } == ["1", "true"])
        #expect(String(decoding: bytes[members[1].nameRange], as: UTF8.self) == "\"b\"")
        #expect(root.range == 3..<bytes.count - 1)
    }

    @Test func `Names that occur twice are all kept`() throws {
        #expect(try members(parse(#"{"a":1,"a":2}"#)).map(\.name) == ["a", "a"])
    }

    @Test(arguments: [
        ("0", 0), ("-0", -0.0), ("12.50", 12.5), ("1e3", 1_000), ("1E-2", 0.01), ("-122.4194", -122.4194),
        ("1e999", .infinity), ("123456789012345678901", 123_456_789_012_345_683_968),
    ])
    func `Numbers keep their text`(text: String, value: Double) throws {
        guard case .number(let number, let kept) = try parse(text).value else {
            Issue.record("no number")
            return
        }
        #expect(number == value)
        #expect(kept == text)
    }

    @Test(arguments: [
        (#""plain é 名""#, "plain é 名"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u540D""#, "é名"),
        (#""\ud83d\ude00!""#, "😀!"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""""#, ""),
    ])
    func `Escapes in strings are decoded`(text: String, value: String) throws {
        guard case .string(let string) = try parse(text).value else {
            Issue.record("no string")
            return
        }
        #expect(string == value)
    }

    @Test func `Nesting is read to a depth of 64`() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try parse(deepest).range.count == 128)
        #expect(throws: JSONSyntaxError.self) { try parse("[\(deepest)]") }
        let sideBySide = "[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]"
        #expect(try elements(parse(sideBySide)).count == 100)
    }
}
