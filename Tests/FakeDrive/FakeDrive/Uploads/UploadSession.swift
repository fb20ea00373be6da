/// A resumable upload (developers.google.com/workspace/drive/api/guides/manage-uploads#resumable).
struct UploadSession: Sendable {
    /// What happens with the complete content.
    enum Purpose: Sendable {
        case create(FileRecord)
        /// New content of a file, with other changes.
        case update(String, FileChange)
    }

    let id: String
    /// The call that began it: caller, fields and parameters.
    let call: APICall
    let purpose: Purpose
    /// The length in `X-Upload-Content-Length`, or in the first chunk that contains it.
    var total: Int?
    /// When it expires: a week after it began.
    let deadline: Int
    let sink: ContentSink
    /// The id of the finished file.
    var finished: String?
    /// Whether a refused chunk or a removal has ended it.
    var isGone = false
}
