import PhotoModel
import Synchronization

/// Checks that the sign-in to Google, if there is one, is valid, and for how long.
struct SignInCheck: DoctorCheck {
    /// An end that is nearer than this is reported.
    private static let soon = Duration.seconds(3 * 86_400)

    func lines(_ context: CheckContext) async -> [CheckLine] {
        let subject = CheckLine.Subject.name("google")
        do throws(PipelineError) {
            guard try names(context).contains(GoogleAccount.secretName) else {
                return [CheckLine(.signIn, subject, .skipped, "not signed in")]
            }
            return try await look(subject, context)
        } catch {
            return [CheckLine(.signIn, subject, error)]
        }
    }

    private func names(_ context: CheckContext) throws(PipelineError) -> [String] {
        do throws(CredentialError) {
            return try context.environment.credentials.names()
        } catch {
            if error.kind == .noHome { return [] }
            throw PipelineError(.credentials, error.detail, path: error.path, remedy: error.remedy)
        }
    }

    private func look(
        _ subject: CheckLine.Subject, _ context: CheckContext
    ) async throws(PipelineError) -> [CheckLine] {
        let notes = Notes()
        let signIn: any GoogleSignIn
        do throws(SettingError) {
            let settings = context.environment.destinationSettings
            signIn = try context.environment.googleSignIn(settings) { notes.add($0) }
        } catch {
            throw PipelineError(.configuration, "\(error.key) in [\(error.table)]: \(error.message)")
        }
        let account = try await signIn.account()
        let left = account.ends.map { Duration.nanoseconds($0) - .nanoseconds(context.environment.clock.now) }
        let isSoon = left.map { $0 < Self.soon } ?? false
        let end = left.map { "; Google ends the sign-in in \(max($0, .zero).brief)" } ?? ""
        let line = CheckLine(
            .signIn, subject, isSoon ? .warning : .ok, "signed in as \(terminalSafe(account.email))\(end)",
            remedy: isSoon ? .signIn(account.kind == .user ? .client : .serviceAccount) : nil)
        return [line] + (account.warnings + notes.all).map { CheckLine(.signIn, subject, .warning, $0) }
    }

    /// What the sign-in reports while it is asked.
    private final class Notes: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }
        func add(_ note: String) { kept.withLock { $0.append(note) } }
    }
}
