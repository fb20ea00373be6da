import FoundationEssentials
package import PhotoModel
import SystemPackage

/// A receipt as a line of NDJSON: what `receipts.ndjson` at a destination holds, and what `receipts export` prints.
///
/// Everybody can check it: `sha256` is what sha256sum(1) says of the file at `target` below the destination's top.
package struct ReceiptLine: Codable, Sendable {
    /// Always `receipt`.
    package var type = "receipt"
    /// What the user calls the destination; nil in the destination's own list.
    package var destination: String?
    /// By what the destination is known again.
    package var marker: String
    /// Where the file is, below the destination's top. Bytes that are not UTF-8 are replaced.
    package var target: String
    /// The bytes of the path in base64, where they are not UTF-8.
    package var targetBase64: String?
    /// By what the remote itself knows the file; nil where it has no ids.
    package var remoteID: String?
    /// Bytes.
    package var size: Int64
    /// SHA-256 of the content, lowercase hexadecimal digits.
    package var sha256: String
    /// What the destination itself said of the content.
    package var checksum: String
    /// The function that gave it.
    package var checksumKind: String
    /// When it was verified first, RFC 3339.
    package var receivedAt: String
    /// When it was verified last, RFC 3339.
    package var checkedAt: String
    /// When it was found missing or changed, RFC 3339; nil where it counts, and in the destination's own list.
    package var failedAt: String?

    /// The line of a receipt.
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

    /// Reads the line back.
    ///
    /// - Returns: nil where it is no receipt: another type, a hash of another length, a checksum that is blank or of
    ///   other bytes, a path that leads out of the destination, a size below 0, or a time that is none.
    package static func read(_ line: some Sequence<UInt8>) -> (receipt: Receipt, marker: DestinationMarker)? {
        (try? JSONDecoder().decode(ReceiptLine.self, from: Data(line)))?.contents
    }

    /// What the line says; nil where it is no receipt, as ``read(_:)`` has it.
    var contents: (receipt: Receipt, marker: DestinationMarker)? {
        guard type == "receipt", let marker = DestinationMarker(marker), let receipt else { return nil }
        return (receipt, marker)
    }

    /// The line's bytes, with its line feed.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers: there is nothing in it that JSON has no form for.
        return ((try? encoder.encode(self)).map(Array.init) ?? []) + [UInt8(ascii: "\n")]
    }

    private var receipt: Receipt? {
        guard let hash = PhotoModel.bytes(ofHexText: sha256), hash.count == 32, size >= 0,
            let kind = Checksum.Kind(rawValue: checksumKind), !checksum.isEmpty,
            kind != .sha256 || checksum == sha256,
            let received = try? UTCInstant(parsing: receivedAt).nanoseconds,
            let checked = try? UTCInstant(parsing: checkedAt).nanoseconds,
            let path = targetBase64.map({ Base64.decode($0).map(FilePath.init(bytes:)) }) ?? FilePath(target),
            !path.isEmpty, path.isRelative, path.components.allSatisfy({ $0.kind == .regular })
        else { return nil }
        return Receipt(
            sha256: hash, size: size, target: CopyLocation(path, id: remoteID),
            checksum: Checksum(kind: kind, value: checksum),
            received: received, checked: checked)
    }
}
