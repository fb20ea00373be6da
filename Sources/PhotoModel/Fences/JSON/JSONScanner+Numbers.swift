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
        guard let number = Double(text) else { throw error("this is no number", at: start) }
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
