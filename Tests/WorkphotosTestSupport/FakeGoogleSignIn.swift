package import PhotoPipeline
import Synchronization
import Testing

/// A scripted sign-in that records its calls.
package final class FakeGoogleSignIn: GoogleSignIn {
    /// One call.
    package enum Call: Hashable, Sendable {
        case browser(client: [UInt8], opens: Bool, scope: GoogleScope)
        case device(client: [UInt8], scope: GoogleScope)
        case serviceAccount(key: [UInt8], subject: String?, scope: GoogleScope)
        case account
        case signOut
    }

    private let answer: Result<GoogleAccount, PipelineError>?
    private let authorization: GoogleAuthorization
    private let end: GoogleSignOut
    private let hangs: Bool
    private let noted = Mutex<[Call]>([])

    /// - Parameters:
    ///   - answer: the result of signing in and of asking for the account; nil if no call is expected.
    ///   - hangs: whether signing in waits until it is cancelled.
    package init(
        answer: Result<GoogleAccount, PipelineError>?,
        authorization: GoogleAuthorization = GoogleAuthorization(url: "https://accounts.example/auth?x=y"),
        end: GoogleSignOut = .revoked, hangs: Bool = false
    ) {
        (self.answer, self.authorization, self.end, self.hangs) = (answer, authorization, end, hangs)
    }

    /// The calls so far.
    package var calls: [Call] { noted.withLock { $0 } }

    package func signIn(
        _ way: GoogleSignInWay, scope: GoogleScope, announce: @escaping @Sendable (GoogleAuthorization) async -> Void
    ) async throws(PipelineError) -> GoogleAccount {
        switch way {
        case .browser(let client, let opens): note(.browser(client: client.bytes, opens: opens, scope: scope))
        case .device(let client): note(.device(client: client.bytes, scope: scope))
        case .serviceAccount(let key, let subject):
            note(.serviceAccount(key: key.bytes, subject: subject, scope: scope))
        }
        if case .serviceAccount = way {} else { await announce(authorization) }
        if hangs {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            throw PipelineError(.interrupted, "stopped")
        }
        return try given()
    }

    package func account() async throws(PipelineError) -> GoogleAccount {
        note(.account)
        return try given()
    }

    package func signOut() async throws(PipelineError) -> GoogleSignOut {
        note(.signOut)
        if answer == nil { _ = try given() }
        return end
    }

    private func note(_ call: Call) { noted.withLock { $0.append(call) } }

    private func given() throws(PipelineError) -> GoogleAccount {
        guard let answer else {
            Issue.record("Nobody was expected to sign in to Google")
            throw PipelineError(.google, "the test has no Google")
        }
        return try answer.get()
    }
}
