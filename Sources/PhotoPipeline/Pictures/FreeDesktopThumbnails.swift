import Crypto
import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// The pictures that file managers have made of the user's files, by the Thumbnail Managing Standard 0.9.0 of
/// freedesktop.org. They are only read.
struct FreeDesktopThumbnails {
    /// In bytes; a picture of 1,024 by 1,024 pixels rarely has more.
    private static let mostBytes = 4 << 20
    /// In pixels: the size of `xx-large`.
    private static let mostEdge: UInt32 = 1_024
    private let directory: FilePath?

    init(variables: [String: String]) {
        directory = BaseDirectory.cache.all(variables).first?.appending("thumbnails")
    }

    /// The picture of a file, a PNG.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - modified: the time of the file's last change, nanoseconds since 1970-01-01T00:00:00Z; the picture's has to
    ///     be the same to the second, which is all that the standard knows.
    ///   - size: which sizes are looked at first.
    /// - Returns: nil if there is none of this very file, as far as that is said.
    func picture(of path: FilePath, modified: Int64, size: Picture.Size) -> [UInt8]? {
        guard let directory else { return nil }
        let address = Self.address(of: path)
        let name = hexText(Array(Insecure.MD5.hash(data: Array(address.utf8)))) + ".png"
        let sizes = size == .small ? ["large", "normal", "x-large"] : ["xx-large", "x-large", "large", "normal"]
        let seconds = "\(modified / 1_000_000_000 - (modified % 1_000_000_000 < 0 ? 1 : 0))"
        for size in sizes {
            guard let bytes = Self.read(directory.appending("\(size)/\(name)")), let texts = Self.texts(in: bytes),
                texts["Thumb::URI"] == address, texts["Thumb::MTime"] == seconds
            else { continue }
            return bytes
        }
        return nil
    }

    /// The address by which pictures are found: as GLib writes it, which leaves more characters than RFC 8089 asks for.
    private static func address(of path: FilePath) -> String {
        "file://" + PercentEncoding.encode(path.bytes, keeping: Set("/!$&'()*+,:=@".utf8))
    }

    private static func read(_ path: FilePath) -> [UInt8]? {
        guard let file = try? OpenFile(path, flags: OpenFlags.reading | O_NOFOLLOW), let status = try? file.status(),
            status.isRegular, status.size <= mostBytes
        else { return nil }
        return try? file.bytes(atMost: Int(status.size))
    }

    /// The texts of a PNG (PNG 3rd edition, 5.3 and 11.3.3.2); nil if that is none, or one of another size than these
    /// pictures have.
    private static func texts(in bytes: [UInt8]) -> [String: String]? {
        guard bytes.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)) else { return nil }
        func number(at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        var texts: [String: String] = [:]
        var place = 8
        while place + 12 <= bytes.count {
            let (length, type) = (Int(number(at: place)), String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            let content = place + 8
            guard length <= bytes.count - place - 12 else { return nil }
            switch type {
            case "IHDR":
                let isSane = length == 13 && number(at: content) <= mostEdge && number(at: content + 4) <= mostEdge
                guard place == 8, isSane else { return nil }
            case "tEXt":
                let parts = bytes[content..<content + length].split(
                    separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return nil }
                texts[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
            case "IEND": return texts
            default: if place == 8 { return nil }
            }
            place = content + length + 4
        }
        return nil
    }
}
