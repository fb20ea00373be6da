/// The names that files of an upload have at a folder while they have not their own yet: `.workphotos-`, 32 hexadecimal
/// digits that nothing else has, and what it is.
package enum UnfinishedName {
    /// What the name of a temporary file ends with.
    package static let part = ".part"
    /// What the name of the empty file ends with that stands beside a copy which is not whole yet under its own name.
    package static let copying = ".copying"
    private static let digits = 32

    /// The name of a temporary file.
    package static func part(digits: String) -> String { OwnName.prefix + digits + part }

    /// The digits of a name.
    ///
    /// - Parameter name: a file's, without directories.
    /// - Returns: the digits; nil where no upload gives files such a name.
    package static func digits(of name: [UInt8]) -> Substring? {
        guard name.starts(with: OwnName.prefix.utf8) else { return nil }
        let rest = String(decoding: name.dropFirst(OwnName.prefix.utf8.count), as: UTF8.self)
        let digits = rest.prefix(Self.digits)
        guard digits.utf8.count == Self.digits, digits.utf8.allSatisfy(isDigit),
            [part, copying].contains(String(rest.dropFirst(Self.digits)))
        else { return nil }
        return digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
