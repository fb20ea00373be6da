/// Reads a JSON text by its grammar (RFC 8259, section 2).
struct JSONParser {
    private var scanner: JSONScanner
    private var depth = 0

    init(bytes: [UInt8]) {
        scanner = JSONScanner(bytes: bytes)
    }

    /// The whole text.
    mutating func document() throws(JSONSyntaxError) -> JSONNode {
        scanner.skipWhitespace()
        guard scanner.current != nil else { throw scanner.error("the file is empty") }
        let root = try value()
        scanner.skipWhitespace()
        guard scanner.current == nil else { throw scanner.error("more text after the end of the JSON value") }
        return root
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONNode {
        let (start, line) = (scanner.position, scanner.line)
        let value: JSONNode.Value =
            switch scanner.current {
            case UInt8(ascii: "{"): try object()
            case UInt8(ascii: "["): try array()
            case UInt8(ascii: "\""): .string(try scanner.string())
            case UInt8(ascii: "-"): try scanner.number()
            default: try scanner.isAtDigit ? scanner.number() : word()
            }
        return JSONNode(value: value, range: start..<scanner.position, line: line)
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONNode.Value {
        if scanner.isAt("true") {
            scanner.advance(by: 4)
            return .boolean(true)
        }
        if scanner.isAt("false") {
            scanner.advance(by: 5)
            return .boolean(false)
        }
        if scanner.isAt("null") {
            scanner.advance(by: 4)
            return .null
        }
        throw scanner.noValue()
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONNode.Value {
        let line = try open()
        var elements: [JSONNode] = []
        if !scanner.take("]") {
            repeat {
                scanner.skipWhitespace()
                if !elements.isEmpty, scanner.current == UInt8(ascii: "]") { throw scanner.trailingComma() }
                elements.append(try value())
                scanner.skipWhitespace()
            } while scanner.take(",")
            guard scanner.take("]") else { throw scanner.unfinished("array", from: line, end: "]") }
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONNode.Value {
        let line = try open()
        var members: [JSONMember] = []
        if !scanner.take("}") {
            repeat {
                scanner.skipWhitespace()
                if !members.isEmpty, scanner.current == UInt8(ascii: "}") { throw scanner.trailingComma() }
                members.append(try member())
                scanner.skipWhitespace()
            } while scanner.take(",")
            guard scanner.take("}") else { throw scanner.unfinished("object", from: line, end: "}") }
        }
        depth -= 1
        return .object(members)
    }

    private mutating func member() throws(JSONSyntaxError) -> JSONMember {
        guard scanner.current == UInt8(ascii: "\"") else { throw scanner.noName() }
        let (start, line) = (scanner.position, scanner.line)
        let name = try scanner.string()
        let range = start..<scanner.position
        scanner.skipWhitespace()
        guard scanner.take(":") else { throw scanner.error("a colon is missing after the name of a member") }
        scanner.skipWhitespace()
        return JSONMember(name: name, nameRange: range, line: line, value: try value())
    }

    /// Goes into an array or object; gives the line it begins in.
    private mutating func open() throws(JSONSyntaxError) -> Int {
        depth += 1
        guard depth <= JSONDocument.maximumDepth else {
            throw scanner.error(
                "arrays and objects lie deeper in each other than the \(JSONDocument.maximumDepth) read")
        }
        let line = scanner.line
        scanner.advance()
        scanner.skipWhitespace()
        return line
    }
}
