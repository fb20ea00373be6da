/// A JSON text with the tree of its values, each of which knows its bytes, so that a part can be changed and the rest
/// kept as it was.
package struct JSONDocument: Sendable {
    /// The deepest nesting of arrays and objects that is read.
    package static let maximumDepth = 64
    /// The longest text that is read, in bytes.
    package static let maximumSize = 64 << 20

    /// The text as it was read, byte order mark included.
    package let bytes: [UInt8]
    /// The value that the text is.
    package let root: JSONNode

    /// Reads RFC 8259 in UTF-8; a byte order mark before it is passed over.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        guard bytes.count <= Self.maximumSize else {
            throw JSONSyntaxError(
                line: 1, column: 1, message: "the file has \(Int64(bytes.count).byteSize), more than the 64 MiB read")
        }
        var parser = JSONParser(bytes: bytes)
        root = try parser.document()
        self.bytes = bytes
    }
}
