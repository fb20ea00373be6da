import GoogleDrive
import PhotoModel
import PhotoPipeline

extension PipelineError {
    /// An error of Google's, escaped for a terminal, with its remedy.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - login: how to sign in.
    init(_ error: DriveError, login: Remedy.GoogleLogin = .client) {
        let kind: Kind =
            switch error.kind {
            case .signIn, .denied, .expired, .scope: .signIn
            case .rateLimit, .dailyLimit, .storageFull: .quota
            case .settings, .library: .configuration
            case .storage: .credentials
            case .cancelled: .interrupted
            default: .google
            }
        var message = terminalSafe(error.message)
        if error.kind == .apiDisabled {
            message += "; enable the Google Drive API for the client's project in Google's console"
        }
        let text = message.prefix(1).uppercased() + message.dropFirst()
        self.init(kind, text, remedy: error.next.map { .command($0) } ?? (kind == .signIn ? .signIn(login) : nil))
    }
}
