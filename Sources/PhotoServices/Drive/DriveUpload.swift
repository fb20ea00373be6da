import GoogleDrive
import PhotoModel
import PhotoPipeline

/// A file on its way to Drive that lacks its last bytes.
struct DriveUpload: Sendable {
    /// Files up to this size wait whole for their finish, and are sent at once then; in bytes.
    static let smallest: Int64 = 2 << 20
    /// Larger ones are sent in parts, and after each of them it is written down how far they are.
    static let part: Int64 = 32 << 20

    /// What it is to be.
    let file: FileChange
    /// All of its bytes.
    let total: Int64
    /// The bytes that are not there yet.
    var bytes: [UInt8]
    /// The offset of the first of them.
    var start: Int64
    /// Where they go; nil where the upload was not begun.
    var session: UploadSession?
    /// Whether a request broke off, and nobody knows how far it is.
    var isUnclear = false

    /// How many bytes of a file are sent before it is finished: all but the last part, which is no whole unit.
    static func early(of total: Int64) -> Int64 {
        total == 0 ? 0 : (total - 1) / DriveClient.uploadUnit * DriveClient.uploadUnit
    }

    /// Leaves out bytes that turned out to be there.
    mutating func advance(to offset: Int64) {
        guard offset > start else { return }
        bytes.removeFirst(Int(min(offset - start, Int64(bytes.count))))
        start = offset
    }
}

extension ResumeToken {
    /// By what an upload to Drive is gone on with: its address, which lives for a week.
    init(_ session: UploadSession) {
        self.init(Secret(Array("\(session.total) \(session.address.text)".utf8)))
    }

    /// The upload of a file of so many bytes that it stands for; nil where it is none of Drive's.
    func driveSession(total: Int64) -> UploadSession? {
        let parts = String(decoding: secret.bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, Int64(parts[0]) == total else { return nil }
        return UploadSession(address: HiddenText(String(parts[1])), total: total)
    }
}
