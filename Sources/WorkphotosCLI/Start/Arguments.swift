import PhotoModel
import SystemPackage

/// Carries argument bytes through the parser, which takes only text. A byte that is not UTF-8 becomes one of the 256
/// scalars at the end of Unicode's last plane for private use. An argument that already contains such a scalar is
/// carried the same way, byte by byte, so that every argument can be converted back.
package enum ArgumentBytes {
    private static let first: UInt32 = 0x10_FF00

    /// The text that carries the bytes of an argument; the argument itself if it is UTF-8.
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

    /// The bytes that the text carries.
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
    /// The path that an argument names, byte for byte.
    init(argument: String) {
        self.init(bytes: ArgumentBytes.bytes(of: argument))
    }
}

/// An argument quoted for a shell, byte for byte.
func shellQuoted(argument: String) -> String {
    shellQuoted(ArgumentBytes.bytes(of: argument))
}

/// Puts arguments into the order that the parser expects.
enum ArgumentOrder {
    /// The global flags that take a value; `GlobalOptions` declares them.
    private static let valued: Set<String> = [
        "--index", "--config", "--fences", "--color", "--progress", "--log-format", "--wait",
    ]
    /// The global flags that take no value.
    private static let bare: Set<String> = ["--json", "--quiet", "-q", "--verbose", "-v"]

    /// The arguments with global flags moved behind the command, because other programs accept them before it. `-V`
    /// becomes `--version`. A position with a leading minus sign gets a blank before it, so that it is not taken for a
    /// flag.
    static func normalized(_ arguments: [String]) -> [String] {
        if arguments == ["-V"] { return ["--version"] }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let options = arguments[..<end].map(shieldingNegativePosition)
        let leading = options.prefix(leadingCount(options))
        if leading.count == options.count { return arguments }
        return Array(options.dropFirst(leading.count)) + leading + arguments[end...]
    }

    /// The number of arguments before the command that are global flags and their values.
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
