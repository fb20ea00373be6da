import PhotoModel
import SystemPackage

/// Arguments are bytes, and the parser wants text. A byte that is not UTF-8 is carried through it as one of the 256
/// scalars at the end of Unicode's last plane for private use; what really is one of these is carried the same way,
/// byte by byte, so that every argument comes back as it was.
package enum ArgumentBytes {
    private static let first: UInt32 = 0x10_FF00

    /// The text that stands for an argument's bytes; the argument itself where it is UTF-8.
    package static func text(of bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while let (length, scalar) = firstScalar(of: rest) {
            if let scalar, scalar.value < first {
                text.unicodeScalars.append(scalar)
            } else {
                text.unicodeScalars.append(contentsOf: rest.prefix(length).compactMap(carrier))
            }
            rest = rest.dropFirst(length)
        }
        return text
    }

    /// The bytes that a text stands for.
    package static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            scalar.value < first ? Array(scalar.utf8) : [UInt8(truncatingIfNeeded: scalar.value)]
        }
    }

    private static func carrier(of byte: UInt8) -> Unicode.Scalar? {
        Unicode.Scalar(first + UInt32(byte))
    }
}

extension FilePath {
    /// The path that an argument names, to the byte.
    init(argument: String) {
        self.init(bytes: ArgumentBytes.bytes(of: argument))
    }
}

/// A word of the command line as a shell reads it back, to the byte.
func shellQuoted(argument: String) -> String {
    shellQuoted(ArgumentBytes.bytes(of: argument))
}

/// Puts arguments into the order that the parser wants, where people write them otherwise.
enum ArgumentOrder {
    /// The flags of every command that take a value; `GlobalOptions` declares them.
    private static let valued: Set<String> = [
        "--index", "--config", "--fences", "--color", "--progress", "--log-format", "--wait",
    ]
    /// The flags of every command that take none.
    private static let bare: Set<String> = ["--json", "--quiet", "-q", "--verbose", "-v"]

    /// The same arguments, where flags of every command may also stand before the command, as in other programs; `-V`
    /// is `--version`, and a position with a leading minus sign is no flag: it gets a blank before it.
    static func normalized(_ arguments: [String]) -> [String] {
        if arguments == ["-V"] { return ["--version"] }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let options = arguments[..<end].map(shieldingNegativePosition)
        let leading = options.prefix(leadingCount(options))
        if leading.count == options.count { return arguments }
        return Array(options.dropFirst(leading.count)) + leading + arguments[end...]
    }

    /// How many arguments before the command are flags of every command and their values.
    private static func leadingCount(_ arguments: [String]) -> Int {
        var count = 0
        while count < arguments.count {
            let argument = arguments[count]
            if valued.contains(argument) {
                count += 2
            } else if bare.contains(argument) || valued.contains(where: { argument.hasPrefix("\($0)=") }) {
                count += 1
            } else {
                break
            }
        }
        return min(count, arguments.count)
    }

    private static func shieldingNegativePosition(_ argument: String) -> String {
        let isPosition =
            argument.hasPrefix("-") && argument.contains(",")
            && argument.allSatisfy { $0.isWholeNumber || "-.,".contains($0) }
        return isPosition ? " \(argument)" : argument
    }
}
