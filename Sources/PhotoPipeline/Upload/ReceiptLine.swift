import FoundationEssentials
package import PhotoModel
import SystemPackage

/// A receipt as a line of NDJSON, as `receipts.ndjson` at a destination contains it and `receipts export` prints it.
///
/// Anybody can verify it: `sha256` is what sha256sum(1) prints for the file at `target` below the destination's top.
package struct ReceiptLine: Codable, Sendable {
    /// Always `receipt`.
    package var type = "receipt"
    /// The destination's name for the user; nil in the destination's own list.
    package var destination: String?
    /// The destination's marker.
    package var marker: String
    /// The file's path below the destination's top. Bytes that are not UTF-8 are replaced.
    package var target: String
    /// The path's bytes in base64, if they are not UTF-8.
    package var targetBase64: String?
    /// The remote's own id for the file; nil if it has no ids.
    package var remoteID: String?
    /// The size in bytes.
    package var size: Int64
    /// The SHA-256 of the content, in lowercase hexadecimal digits.
    package var sha256: String
    /// The destination's own checksum of the content.
    package var checksum: String
    /// The kind of that checksum.
    package var checksumKind: String
    /// When it was first verified, as in RFC 3339.
    package var receivedAt: String
    /// When it was last verified, as in RFC 3339.
    package var checkedAt: String
    /// When it was found missing or changed, as in RFC 3339; nil if it is valid. In the destination's own list only
    /// with ``endedAt``.
    package var failedAt: String?
    /// When it was taken back or accepted as missing, as in RFC 3339; nil if it is expected.
    package var endedAt: String?
    /// Whether its content is held from the destination since then; nil if it is expected.
    package var isHeld: Bool?

    private enum CodingKeys: String, CodingKey {
        case type, destination, marker, target, targetBase64, remoteID, size, sha256, checksum, checksumKind, receivedAt
        case checkedAt, failedAt, endedAt
        case isHeld = "held"
    }

    /// The line for a receipt that has ended.
    package init(_ ended: EndedReceipt, marker: DestinationMarker) {
        self.init(ended.receipt, marker: marker)
        let moment = UTCInstant(nanoseconds: ended.ended).text
        (failedAt, endedAt, isHeld) = (moment, moment, ended.isHeld)
    }

    /// The line for a receipt.
    package init(_ receipt: Receipt, marker: DestinationMarker, destination: String? = nil) {
        self.destination = destination
        self.marker = marker.text
        let bytes = receipt.target.path.bytes
        target = receipt.target.path.string
        targetBase64 = String(validating: bytes, as: UTF8.self) == nil ? Base64.encode(bytes) : nil
        remoteID = receipt.target.id
        size = receipt.size
        sha256 = hexText(receipt.sha256)
        checksum = receipt.checksum.value
        checksumKind = receipt.checksum.kind.rawValue
        receivedAt = UTCInstant(nanoseconds: receipt.received).text
        checkedAt = UTCInstant(nanoseconds: receipt.checked).text
    }

    /// Parses a line.
    ///
    /// - Returns: nil where it is no receipt: another type, a hash of another length, a checksum that is blank or of
    ///   other bytes, a path that leads out of the destination or into its albums, a size below 0, or an invalid time.
    package static func read(_ line: some Sequence<UInt8>) -> (receipt: Receipt, marker: DestinationMarker)? {
        (try? JSONDecoder().decode(ReceiptLine.self, from: Data(line)))?.contents
    }

    /// The line's contents; nil if it is no receipt, as for ``read(_:)``.
    var contents: (receipt: Receipt, marker: DestinationMarker)? {
        guard type == "receipt", let marker = DestinationMarker(marker), let receipt else { return nil }
        return (receipt, marker)
    }

    /// The receipt and when it ended; nil if it has not, and where that is no time.
    func ended(_ receipt: Receipt) -> EndedReceipt? {
        guard let endedAt, let moment = try? UTCInstant(parsing: endedAt).nanoseconds else { return nil }
        return EndedReceipt(receipt, ended: moment, isHeld: isHeld ?? true)
    }

    /// The line's bytes, including its line feed.
    package var bytes: [UInt8] { lineBytes(of: self) }

    private var receipt: Receipt? {
        guard let hash = PhotoModel.bytes(ofHexText: sha256), hash.count == 32, size >= 0,
            let kind = Checksum.Kind(rawValue: checksumKind), !checksum.isEmpty,
            kind != .sha256 || checksum == sha256,
            let received = try? UTCInstant(parsing: receivedAt).nanoseconds,
            let checked = try? UTCInstant(parsing: checkedAt).nanoseconds,
            let path = targetBase64.map({ Base64.decode($0).map(FilePath.init(bytes:)) }) ?? FilePath(target),
            !path.isEmpty, path.isRelative, path.components.allSatisfy({ $0.kind == .regular }),
            !AlbumFolder.contains(path)
        else { return nil }
        return Receipt(
            sha256: hash, size: size, target: CopyLocation(path, id: remoteID),
            checksum: Checksum(kind: kind, value: checksum),
            received: received, checked: checked)
    }
}

/// A file that stayed when a photo was removed, as a line of a destination's own list: an index that is made anew
/// learns from there that it says nothing of another photo (``TakeoutBindings``).
struct StayingLine: Codable, Sendable {
    /// Always `staying`.
    var type = "staying"
    /// The destination's marker.
    var marker: String
    /// The file's digest, 16 hexadecimal digits.
    var file: String
    /// The photo's digest, likewise.
    var photo: String

    init(_ binding: TakeoutBindings.Binding, marker: DestinationMarker) {
        self.marker = marker.text
        (file, photo) = (hexText(binding.file.bytes), hexText(binding.photo.bytes))
    }

    /// The line's contents; nil if it is another type, or has an invalid value.
    var contents: (binding: TakeoutBindings.Binding, marker: DestinationMarker)? {
        guard type == "staying", let marker = DestinationMarker(marker), let file = UInt64(ofDigits: file),
            let photo = UInt64(ofDigits: photo)
        else { return nil }
        return (TakeoutBindings.Binding(file: file, photo: photo), marker)
    }

    /// The line's bytes, including its line feed.
    var bytes: [UInt8] { lineBytes(of: self) }
}

extension UInt64 {
    /// Its 8 bytes, the most significant first.
    fileprivate var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * UInt64($0))) } }

    /// The number of 16 hexadecimal digits; nil for anything else.
    fileprivate init?(ofDigits text: String) {
        guard let bytes = PhotoModel.bytes(ofHexText: text), bytes.count == 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// A value as a line of JSON, with its members in alphabetical order and its line feed.
private func lineBytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding texts and numbers cannot fail.
    return ((try? encoder.encode(value)).map(Array.init) ?? []) + [UInt8(ascii: "\n")]
}
