/// Writes boxes of ISO base media files and atoms of QuickTime movies: size, type, content, with big-endian numbers
/// (ISO/IEC 14496-12, 4.2).
package enum BoxWriter {
    /// The size of a box before its content.
    static let headerSize = 8

    /// A box with a type of four ASCII characters.
    package static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        assembled(type, content)
    }

    /// A box whose content begins with a version and flags.
    package static func full(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
        assembled(type, [long(version << 24 | flags)] + content)
    }

    /// The header of a box whose content is too large to be copied into another array.
    static func header(_ type: String, contentSize: Int) -> [UInt8] {
        long(headerSize + contentSize) + type.utf8
    }

    /// A 16-bit number.
    static func short(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    /// A 32-bit number, in two's complement if it is negative.
    static func long(_ value: Int) -> [UInt8] {
        short(value >> 16) + short(value)
    }

    /// `count` bytes of 0.
    static func zeros(_ count: Int) -> [UInt8] {
        Array(repeating: 0, count: count)
    }

    private static func assembled(_ type: String, _ content: [[UInt8]]) -> [UInt8] {
        var bytes = header(type, contentSize: content.reduce(0) { $0 + $1.count })
        for part in content { bytes += part }
        return bytes
    }
}
