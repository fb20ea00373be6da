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
