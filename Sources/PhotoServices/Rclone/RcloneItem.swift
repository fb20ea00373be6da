package import PhotoModel

/// A file or a directory at a remote.
package struct RcloneItem: Decodable, Hashable, Sendable {
    /// Below the remote's directory.
    package let path: String
    /// Its last component.
    package let name: String
    /// The size in bytes; nil for a directory and if the remote does not know it.
    package let size: Int64?
    /// Nanoseconds since 1970-01-01T00:00:00Z; nil if the remote does not report it.
    package let modified: Int64?
    /// Whether it is a directory.
    package let isDirectory: Bool
    /// The requested checksums that it has, in lowercase hexadecimal digits.
    package let hashes: [Checksum.Kind: String]

    private enum Names: String, CodingKey {
        case path = "Path"
        case name = "Name"
        case size = "Size"
        case modified = "ModTime"
        case isDirectory = "IsDir"
        case hashes = "Hashes"
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Names.self)
        path = RclonePath.plain(try members.decode(String.self, forKey: .path))
        name = RclonePath.plain(try members.decode(String.self, forKey: .name))
        let size = try members.decode(Int64.self, forKey: .size)
        self.size = size < 0 ? nil : size
        modified = Self.time(try members.decode(String.self, forKey: .modified))
        isDirectory = try members.decode(Bool.self, forKey: .isDirectory)
        let hashes = try members.decodeIfPresent([String: String].self, forKey: .hashes) ?? [:]
        let known = hashes.compactMap { name, value in Checksum.Kind(rawValue: name).map { ($0, value.lowercased()) } }
        // Empty ones are those that the remote does not have.
        self.hashes = Dictionary(known.filter { !$0.1.isEmpty }, uniquingKeysWith: { $1 })
    }

    /// A time with `Z` or with the offset of this machine's zone (RFC 3339); nil for anything else.
    private static func time(_ text: String) -> Int64? {
        if text.hasSuffix("Z") { return (try? UTCInstant(parsing: text))?.nanoseconds }
        let digits = text.suffix(6).utf8.map { Int64($0) - 0x30 }
        guard digits.count == 6, let wall = try? UTCInstant(parsing: text.dropLast(6) + "Z") else { return nil }
        let minutes = (digits[1] * 10 + digits[2]) * 60 + digits[4] * 10 + digits[5]
        guard (0..<1_440).contains(minutes) else { return nil }
        let offset = minutes * 60_000_000_000
        return text.suffix(6).hasPrefix("-") ? wall.nanoseconds + offset : wall.nanoseconds - offset
    }
}
