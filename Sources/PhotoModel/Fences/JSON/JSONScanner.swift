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
    mutating func goBack(to place: Int) {
        position = place
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
    func error(_ message: String, at place: Int? = nil) -> JSONSyntaxError {
        let before = bytes[lineStart..<max(lineStart, place ?? position)]
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
