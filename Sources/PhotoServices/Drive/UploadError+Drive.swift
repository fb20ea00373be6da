import GoogleDrive
import PhotoModel
import PhotoPipeline

extension UploadError {
    /// What an error of Drive's means to whoever sends there, with the cause in words that are safe for a terminal.
    init(_ error: DriveError) {
        var cause = terminalSafe(error.message)
        if error.kind == .apiDisabled {
            cause += "; enable the Google Drive API for the client's project in Google's console"
        }
        self.init(
            Self.kind(of: error.kind), cause, retryAfter: error.retryAfter, lasting: Self.lasting(of: error.kind),
            remedy: Self.remedy(of: error))
    }

    private static func kind(of kind: DriveError.Kind) -> Kind {
        switch kind {
        case .signIn, .denied, .expired, .scope: .signIn
        case .rateLimit, .server, .brokenOff, .timedOut, .unreachable: .transient
        case .dailyLimit, .storageFull: .quota
        case .notFound: .missing
        case .refused: .refused
        case .conflict, .sessionGone, .answer: .failed
        case .forbidden, .apiDisabled, .certificate, .settings, .storage: .unavailable
        case .source: .sourceUnreadable
        case .cancelled: .interrupted
        }
    }

    /// "User rate limit exceeded." that does not pass is the limit of 750 GB a day, for which Drive has no other word.
    private static func lasting(of kind: DriveError.Kind) -> Kind? {
        switch kind {
        case .rateLimit: .quota
        case .unreachable: .unavailable
        default: nil
        }
    }

    private static func remedy(of error: DriveError) -> Remedy? {
        if let next = error.next { return .command(next) }
        return kind(of: error.kind) == .signIn ? .signIn(.client) : nil
    }
}

/// Makes calls, and puts their errors into the words of whoever sends.
func translatingDriveErrors<Value>(
    _ calls: () async throws(DriveError) -> Value
) async throws(UploadError) -> Value {
    do throws(DriveError) {
        return try await calls()
    } catch {
        throw UploadError(error)
    }
}
