import PhotoModel
import PhotoPipeline
import SystemPackage

/// The start of rclone, and what to say where it fails.
struct RcloneStarting: Sendable {
    let settings: RcloneSettings
    /// What none of its notes may tell.
    let secrets: RcloneSecrets
    private let words: [String]

    init(settings: RcloneSettings, secrets words: [String]) {
        self.settings = settings
        self.words = words + (settings.variables["RCLONE_CONFIG_PASS"].map { [$0] } ?? [])
        secrets = RcloneSecrets(self.words, variables: settings.variables)
    }

    /// These and those of a configuration.
    func secrets(of configuration: [String: [String: String]]) -> RcloneSecrets {
        RcloneSecrets(words, settings: configuration.values.flatMap(Array.init), variables: settings.variables)
    }

    /// Starts it.
    func process(_ variables: [String: String]) throws(UploadError) -> RcloneProcess {
        do throws(Errno) {
            return try RcloneProcess(settings.command, variables: variables)
        } catch {
            throw UploadError(.unavailable, "rclone cannot be started: \(error.description)")
        }
    }

    /// Waits for the port at which it answers.
    func port(of process: RcloneProcess) async throws(UploadError) -> Int {
        switch await process.started() {
        case .serving(let port): return port
        case .ended(let reason, let lastLine): throw failure(reason, lastLine)
        case .starting: throw UploadError(.unavailable, "rclone did not start")
        }
    }

    /// Why its first answers failed: where it ended over them, the reason for that.
    func explained(_ error: UploadError, _ state: RcloneWatch.State) -> UploadError {
        guard case .ended(let reason, let lastLine?) = state, !reason.hasPrefix("it was ended") else { return error }
        return failure(reason, lastLine)
    }

    private func failure(_ reason: String, _ lastLine: String?) -> UploadError {
        let line = lastLine.map(secrets.blanked) ?? ""
        if reason.hasPrefix("there is no program") {
            return UploadError(
                .unavailable,
                "\(reason); install rclone (1.60 or later), or set program in [rclone] of the configuration")
        }
        if line.contains("unable to decrypt configuration") { return UploadError(.unavailable, locked) }
        return UploadError(.unavailable, "rclone did not start: \(reason)\(line.isEmpty ? "" : ": \(line)")")
    }

    private var locked: String {
        settings.variables["RCLONE_CONFIG_PASS"] == nil
            ? "rclone's configuration is encrypted; set RCLONE_CONFIG_PASS to its password"
            : "rclone's configuration is encrypted, and RCLONE_CONFIG_PASS is not its password; set it to that"
    }
}
