/// A place in the bytes of a JSON text.
struct JSONScanner {
    let bytes: [UInt8]
    private(set) var position: Int
    private(set) var line = 1
    private var lineStart: Int

    init(bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStart = position
    }

    /// The byte at the place; nil at the end.
    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Goes on; never over the end of a line.
    mutating func advance(by count: Int = 1) {
        position += count
    }

    /// Goes back to a place in the same line.
    mutating func goBack(to index: Int) {
        position = index
    }

    /// Goes on over an ASCII character where it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Goes on over blanks, tabs and ends of lines, and counts the lines.
    mutating func skipWhitespace() {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
            case UInt8(ascii: "\n"): endLine(length: 1)
            case UInt8(ascii: "\r"): endLine(length: following == UInt8(ascii: "\n") ? 2 : 1)
            default: return
            }
        }
    }

    /// Whether these ASCII characters come next.
    func isAt(_ text: StaticString) -> Bool {
        bytes[position...].starts(with: text.description.utf8)
    }

    /// An error at the place, or at another in the same line.
    func error(_ message: String, at index: Int? = nil) -> JSONSyntaxError {
        let before = bytes[lineStart..<max(lineStart, index ?? position)]
        let column = String(validating: before, as: UTF8.self)?.unicodeScalars.count ?? before.count
        return JSONSyntaxError(line: line, column: column + 1, message: message)
    }

    private var following: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

    private mutating func endLine(length: Int) {
        position += length
        line += 1
        lineStart = position
    }
}

extension JSONScanner {
    /// Goes on over a string (RFC 8259, section 7), whose quotation mark is there, and takes its escapes.
    mutating func string() throws(JSONSyntaxError) -> String {
        let start = position
        advance()
        var text = ""
        while true {
            text += try plain()
            switch current {
            case UInt8(ascii: "\""):
                advance()
                return text
            case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape())
            case nil: throw error("the file ends inside a string", at: start)
            default: throw error("a string holds a control character; a line break is written \\n")
            }
        }
    }

    /// The part up to an escape, the end of the string, or what may not stand in one.
    private mutating func plain() throws(JSONSyntaxError) -> String {
        let start = position
        while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { advance() }
        guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
            throw error("a string holds bytes that are not UTF-8; save the file in UTF-8", at: start)
        }
        return text
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = position
        advance()
        guard let byte = current else { throw error("the file ends inside a string", at: start) }
        advance()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw error("there is no such escape; a backslash is written \\\\", at: start)
        }
    }

    /// What follows `\u`, and the second half of a surrogate pair where one follows.
    private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try fourDigits(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let end = position
        if first < 0xDC00, isAt("\\u") {
            advance(by: 2)
            let second = try fourDigits(from: end)
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
            goBack(to: end)
        }
        return "\u{FFFD}"
    }

    private mutating func fourDigits(from start: Int) throws(JSONSyntaxError) -> UInt32 {
        let digits = bytes[position..<min(position + 4, bytes.count)]
        let isHexadecimal = digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
        guard digits.count == 4, isHexadecimal, let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("\\u is followed by four hexadecimal digits", at: start) }
        advance(by: 4)
        return number
    }
}

extension JSONScanner {
    /// Goes on over a number (RFC 8259, section 6), of which a minus sign or a digit is there.
    mutating func number() throws(JSONSyntaxError) -> JSONNode.Value {
        let start = position
        _ = take("-")
        if take("0") {
            if isAtDigit { throw error("a number has no zero before its digits") }
        } else {
            try digits()
        }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text) else { throw error("this is not a number", at: start) }
        return .number(number, text: text)
    }

    /// Whether a decimal digit comes next.
    var isAtDigit: Bool {
        current.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false
    }

    private mutating func digits() throws(JSONSyntaxError) {
        guard isAtDigit else { throw error("a digit is missing in a number") }
        while isAtDigit { advance() }
    }
}

extension JSONScanner {
    /// A value was to come.
    func noValue() -> JSONSyntaxError {
        switch current {
        case nil: error("the file ends where a value is missing")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): error("JSON has no comments")
        case UInt8(ascii: "'"): error("a string is written in double quotation marks")
        case UInt8(ascii: "+"), UInt8(ascii: "."): error("a number begins with a digit or a minus sign")
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): error("a value is missing")
        default: error("this is not a JSON value; a string is written in double quotation marks")
        }
    }

    /// The name of a member was to come.
    func noName() -> JSONSyntaxError {
        switch current {
        case nil: error("the file ends where the name of a member is missing")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): error("JSON has no comments")
        default: error("the name of a member is missing; it is written in double quotation marks")
        }
    }

    /// A comma or the end of an array or object was to come.
    func unfinished(_ what: String, from start: Int, end: String) -> JSONSyntaxError {
        switch current {
        case nil: error("the file ends inside the \(what) that begins in line \(start)")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): error("JSON has no comments")
        default: error("a comma or \(end) is missing in the \(what) that begins in line \(start)")
        }
    }

    /// An array or object ends after a comma.
    func trailingComma() -> JSONSyntaxError {
        error("JSON allows no comma after the last value")
    }
}
