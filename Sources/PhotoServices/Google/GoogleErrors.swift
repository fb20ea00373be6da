import GoogleDrive
import PhotoModel
import PhotoPipeline

extension PipelineError {
    /// An error of Google's, in words that are safe for a terminal and with what to type next.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - login: the command that signs in.
    init(_ error: DriveError, login: String = GoogleLogin.byClient) {
        let kind: Kind =
            switch error.kind {
            case .signIn, .denied, .expired, .scope: .signIn
            case .rateLimit, .dailyLimit, .storageFull: .quota
            case .settings: .configuration
            case .storage: .credentials
            case .cancelled: .interrupted
            default: .google
            }
        var message = terminalSafe(error.message)
        if error.kind == .apiDisabled {
            message += "; enable the Google Drive API for the client's project in Google's console"
        }
        let text = message.prefix(1).uppercased() + message.dropFirst()
        self.init(kind, text, next: error.next ?? (kind == .signIn ? login : nil))
    }
}

/// The commands that sign in, as they are told to type.
enum GoogleLogin {
    static let byClient = "workphotos auth google login --client-file FILE"
    static let byKey = "workphotos auth google login --service-account FILE"
}
