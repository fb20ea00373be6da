import GoogleDrive
import PhotoModel
import PhotoPipeline

/// An upload to Drive that lacks its last bytes.
struct DriveUpload: Sendable {
    /// In bytes. Files up to this size are held in memory and sent at once by `finish`.
    static let smallest: Int64 = 2 << 20
    /// In bytes. Larger files are sent in parts; after each part the progress is recorded.
    static let part: Int64 = 32 << 20

    let file: FileChange
    /// The file's size in bytes.
    let total: Int64
    /// The bytes that are not yet stored.
    var bytes: [UInt8]
    /// The offset of the first of those bytes.
    var start: Int64
    /// The session; nil if the upload has not started.
    var session: UploadSession?
    /// Whether a request broke off, so that the progress is unknown.
    var isUnclear = false

    /// The number of bytes sent before `finish`: as many whole units as leave at least one byte.
    static func early(of total: Int64) -> Int64 {
        total == 0 ? 0 : (total - 1) / DriveClient.uploadUnit * DriveClient.uploadUnit
    }

    /// Drops bytes that are already stored.
    mutating func advance(to offset: Int64) {
        guard offset > start else { return }
        bytes.removeFirst(Int(min(offset - start, Int64(bytes.count))))
        start = offset
    }
}

extension ResumeToken {
    /// The token to resume an upload with: its address, which is valid for a week, and the folder that it was begun in.
    init(_ session: UploadSession, in folder: String) {
        self.init(Secret(Array("\(session.total) \(folder) \(session.address.text)".utf8)))
    }

    /// The session in the token, for a file of the given size in the given folder; nil if the token is not one of
    /// Drive's, or the file would come into another folder.
    func driveSession(total: Int64, in folder: String?) -> UploadSession? {
        let parts = String(decoding: secret.bytes, as: UTF8.self).split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3, Int64(parts[0]) == total, parts[1] == folder else { return nil }
        return UploadSession(address: HiddenText(parts[2]), total: total)
    }
}
