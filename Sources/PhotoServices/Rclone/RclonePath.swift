import PhotoModel
import PhotoPipeline

/// Converts names to rclone's form and back.
///
/// Whatever a remote accepts, rclone writes a control character as its picture (U+240A for a line feed), and a real
/// picture with U+201B before it. Copies keep one form of names on every remote, including those that encrypt names,
/// and the address of a file cannot contain a line feed.
enum RclonePath {
    private static let mark: Unicode.Scalar = "\u{201B}"
    private static let pictures: UInt32 = 0x2400
    private static let delete: UInt32 = 0x2421

    /// A path in rclone's form. No component leads upwards: `.` and `..` become names with full-width dots.
    static func standard(_ path: String) -> String {
        if path.contains("."), path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            return parts.map { standardName($0 == "." || $0 == ".." ? $0.replacing(".", with: "\u{FF0E}") : $0) }
                .joined(separator: "/")
        }
        return standardName(path[...])
    }

    private static func standardName(_ path: Substring) -> String {
        if path.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(path) }
        var standard = String.UnicodeScalarView()
        for scalar in path.unicodeScalars {
            switch scalar.value {
            case 0..<0x20: append(pictures + scalar.value, to: &standard)
            case 0x7F: append(delete, to: &standard)
            case mark.value, pictures...(pictures + 0x1F), delete: standard += [mark, scalar]
            default: standard.append(scalar)
            }
        }
        return String(standard)
    }

    /// The path for rclone's form.
    static func plain(_ path: String) -> String {
        if path.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return path }
        var plain = String.UnicodeScalarView()
        var isMarked = false
        for scalar in path.unicodeScalars {
            if isMarked {
                plain.append(scalar)
                isMarked = false
            } else if scalar == mark {
                isMarked = true
            } else if scalar.value == delete {
                plain.append("\u{7F}")
            } else if (pictures...(pictures + 0x1F)).contains(scalar.value) {
                append(scalar.value - pictures, to: &plain)
            } else {
                plain.append(scalar)
            }
        }
        if isMarked { plain.append(mark) }
        return String(plain)
    }

    private static func append(_ value: UInt32, to scalars: inout String.UnicodeScalarView) {
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
}
