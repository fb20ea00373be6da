import Crypto
import FoundationEssentials
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Starts rclone, and explains failures.
struct RcloneStarting: Sendable {
    let settings: RcloneSettings
    /// The credentials for its callers, with the password.
    let user: String
    let password: String
    /// What none of its messages may contain.
    let secrets: RcloneSecrets
    private let words: [String]

    init(_ settings: RcloneSettings, user: String, password: String) {
        (self.settings, self.user, self.password) = (settings, user, password)
        words = [user, password] + (settings.variables["RCLONE_CONFIG_PASS"].map { [$0] } ?? [])
        secrets = RcloneSecrets(words, variables: settings.variables)
    }

    /// These secrets and those of a configuration.
    func secrets(of configuration: [String: [String: String]]) -> RcloneSecrets {
        RcloneSecrets(words, settings: configuration.values.flatMap(Array.init), variables: settings.variables)
    }

    /// Starts it.
    func process() throws(UploadError) -> RcloneProcess {
        let variables = RcloneVariables.passed(settings.variables)
        do throws(Errno) {
            return try RcloneProcess(settings.command, input: Array(passwords.utf8), variables: variables)
        } catch {
            throw UploadError(.unavailable, "rclone cannot be started: \(error.description)")
        }
    }

    /// The credentials in the format of Apache's htpasswd. Given the password itself, rclone hashes it a thousand times
    /// with every call, which takes longer than most calls; 128 random bits need none of that.
    private var passwords: String {
        let hash = Data(Insecure.SHA1.hash(data: Data(password.utf8)))
        return "\(user):{SHA}\(hash.base64EncodedString())\n"
    }

    /// Waits for the port on which it answers. If the task is cancelled, the process is ended.
    func port(of process: RcloneProcess) async throws(UploadError) -> Int {
        let state = await withTaskCancellationHandler {
            await process.started()
        } onCancel: {
            process.release()
        }
        switch state {
        case .serving(let port): return port
        case .ended(let end, let lastLine): throw failure(end, lastLine)
        case .starting: throw UploadError(.unavailable, "rclone did not start")
        }
    }

    /// Why its first calls failed: if it has ended, the reason for that.
    func explained(_ error: UploadError, _ state: RcloneWatch.State) -> UploadError {
        guard case .ended(let end, let lastLine) = state else { return error }
        // If it was about to end because of its configuration, we may have ended it just before.
        if isLocked(lastLine) { return UploadError(.unavailable, locked) }
        return end == .released ? error : failure(end, lastLine)
    }

    private func failure(_ end: RcloneTermination, _ lastLine: String?) -> UploadError {
        if case .noProgram = end {
            return UploadError(
                .unavailable, "\(end); install rclone (1.60 or later), or set program in [rclone] of the configuration",
                remedy: .command("sudo apt install rclone"))
        }
        let line = lastLine.map(secrets.blanked) ?? ""
        if isLocked(lastLine) { return UploadError(.unavailable, locked) }
        return UploadError(.unavailable, "rclone did not start: \(end)\(line.isEmpty ? "" : ": \(line)")")
    }

    private func isLocked(_ lastLine: String?) -> Bool {
        lastLine?.contains("unable to decrypt configuration") == true
    }

    private var locked: String {
        settings.variables["RCLONE_CONFIG_PASS"] == nil
            ? "rclone's configuration is encrypted; set RCLONE_CONFIG_PASS to its password"
            : "rclone's configuration is encrypted, and RCLONE_CONFIG_PASS is not its password; set it to that"
    }
}
