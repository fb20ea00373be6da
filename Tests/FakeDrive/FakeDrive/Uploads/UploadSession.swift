/// A resumable upload that was begun (developers.google.com/workspace/drive/api/guides/manage-uploads#resumable).
struct UploadSession: Sendable {
    /// What becomes of the content when it is complete.
    enum Purpose: Sendable {
        case create(FileRecord)
        /// New content of a file, with the rest of the change.
        case update(String, FileChange)
    }

    let id: String
    /// The call that began it: who, which fields, and which parameters.
    let call: APICall
    let purpose: Purpose
    /// The length that was promised by `X-Upload-Content-Length`, or by the first chunk that names it.
    var total: Int?
    /// After this moment it is gone: a week after it began.
    let deadline: Int
    let sink: ContentSink
    /// The file that it became.
    var finished: String?
    /// Whether a refused chunk or a removal has ended it.
    var isGone = false
}
