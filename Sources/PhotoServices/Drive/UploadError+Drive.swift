import GoogleDrive
import PhotoModel
import PhotoPipeline

extension UploadError {
    /// Converts an error of Drive. The message is made safe for a terminal.
    init(_ error: DriveError) {
        var cause = terminalSafe(error.message)
        if error.kind == .apiDisabled {
            cause += "; enable the Google Drive API for the client's project in Google's console"
        }
        self.init(
            Self.kind(of: error), cause, retryAfter: error.retryAfter, lasting: Self.lasting(of: error),
            remedy: Self.remedy(of: error))
    }

    private static func kind(of error: DriveError) -> Kind {
        switch error.kind {
        case .signIn, .denied, .expired, .scope: return .signIn
        case .rateLimit, .server, .brokenOff, .timedOut, .unreachable: return .transient
        case .dailyLimit, .storageFull: return .quota
        case .notFound: return .missing
        case .refused: return .refused
        case .conflict, .sessionGone, .answer: return .failed
        case .forbidden, .apiDisabled, .certificate, .settings, .storage: return .unavailable
        case .library: return .setup
        case .source: return .sourceUnreadable
        case .cancelled: return .interrupted
        }
    }

    /// A rate limit that does not pass is the limit of 750 GB a day, which Drive reports with the same reason.
    private static func lasting(of error: DriveError) -> Kind? {
        switch error.kind {
        case .rateLimit: .quota
        case .unreachable, .brokenOff, .timedOut: .unavailable
        case .server: error.retryAfter == nil ? .unavailable : nil
        default: nil
        }
    }

    private static func remedy(of error: DriveError) -> Remedy? {
        if let next = error.next { return .command(next) }
        return kind(of: error) == .signIn ? .signIn(.client) : nil
    }
}

func translatingDriveErrors<Value>(
    _ calls: () async throws(DriveError) -> Value
) async throws(UploadError) -> Value {
    do throws(DriveError) {
        return try await calls()
    } catch {
        throw UploadError(error)
    }
}

extension LibCurl {
    /// Its name and version, or why it cannot be used.
    static var found: Result<String, UploadError> {
        problem.map { .failure(UploadError($0)) } ?? .success("libcurl \(version)")
    }
}
