/// Supplies the tokens of the stored sign-in. A token is renewed a minute before it expires, once for all callers that
/// wait for it and once for all programs that share the sign-in.
package actor GoogleTokens: AccessTokenSource {
    /// How long before its expiry a token is renewed, in nanoseconds.
    private static let margin: Int64 = 60 * 1_000_000_000
    /// In nanoseconds. No token is valid longer; one that seems to be was obtained while the clock was wrong.
    private static let longest: Int64 = 24 * 3_600 * 1_000_000_000

    private let store: any TokenStore
    private let server: TokenServer
    private let saves: Bool
    private let note: @Sendable (String) -> Void

    private struct Renewal {
        let number: Int
        let task: Task<Result<SavedSignIn, DriveError>, Never>
        var waiting = 0
    }
    private var current: SavedSignIn?
    private var renewal: Renewal?
    private var renewals = 0

    /// Reads and requests nothing yet.
    ///
    /// - Parameter saves: whether to store renewed tokens; a dry run keeps them in memory only.
    package init(
        store: any TokenStore, server: TokenServer, saves: Bool = true, note: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.server = server
        self.saves = saves
        self.note = note
    }

    package func token() async throws(DriveError) -> HiddenText {
        let saved = try await signIn()
        return isFresh(saved) ? saved.accessToken : try await renewed(insteadOf: nil).accessToken
    }

    package func token(insteadOf refused: HiddenText) async throws(DriveError) -> HiddenText {
        let saved = try await signIn()
        if saved.accessToken != refused, isFresh(saved) { return saved.accessToken }
        return try await renewed(insteadOf: refused).accessToken
    }

    /// Requests a new token even if the current one is valid, to learn whether the sign-in still works.
    package func renewed() async throws(DriveError) -> SavedSignIn {
        let saved = try await signIn()
        if !saved.isRefreshable { return saved }
        return try await renewed(insteadOf: saved.accessToken)
    }

    private func signIn() async throws(DriveError) -> SavedSignIn {
        if let current { return current }
        let saved = try await Self.read(store)
        // Another call may have read and renewed it in the meantime.
        if current == nil { current = saved }
        return current ?? saved
    }

    private static func read(_ store: any TokenStore) async throws(DriveError) -> SavedSignIn {
        guard let text = try await store.read() else { throw DriveError(.signIn, "not signed in to Google") }
        return try SavedSignIn(stored: text)
    }

    private func isFresh(_ saved: SavedSignIn) -> Bool { Self.isFresh(saved, now: server.time.now()) }

    private static func isFresh(_ saved: SavedSignIn, now: Int64) -> Bool {
        let left = saved.accessEnds - now
        return left > margin && left <= longest
    }

    /// Waits for the current renewal or starts one. A renewal that nobody waits for any more is cancelled.
    private func renewed(insteadOf refused: HiddenText?) async throws(DriveError) -> SavedSignIn {
        let task = join(refused)
        let number = renewal?.number ?? 0
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await self.leave(number) }
        }
        if Task.isCancelled { throw DriveError(.cancelled, "stopped") }
        return try result.get()
    }

    private func join(_ refused: HiddenText?) -> Task<Result<SavedSignIn, DriveError>, Never> {
        if renewal == nil {
            renewals += 1
            let number = renewals
            let task = Task {
                let result = await self.renew(refused)
                self.end(number, result)
                return result
            }
            renewal = Renewal(number: number, task: task)
        }
        renewal?.waiting += 1
        return renewal?.task ?? Task { .failure(DriveError(.cancelled, "stopped")) }
    }

    private func leave(_ number: Int) {
        guard renewal?.number == number else { return }
        renewal?.waiting -= 1
        if renewal?.waiting == 0 {
            renewal?.task.cancel()
            renewal = nil
        }
    }

    private func end(_ number: Int, _ result: Result<SavedSignIn, DriveError>) {
        if case .success(let saved) = result { current = saved }
        if renewal?.number == number { renewal = nil }
    }

    private func renew(_ refused: HiddenText?) async -> Result<SavedSignIn, DriveError> {
        let (store, server, note, known) = (store, server, note, current)
        do throws(DriveError) {
            // Keeping a token in memory needs no lock, which would be a file.
            if !saves, let known { return .success(try await server.refreshed(known)) }
            return .success(
                try await store.exclusively { () async throws(DriveError) -> SavedSignIn in
                    // Another program may have renewed it while this one waited.
                    let saved = try await Self.read(store)
                    if saved.accessToken != refused, Self.isFresh(saved, now: server.time.now()) { return saved }
                    let renewed = try await server.refreshed(saved)
                    do throws(DriveError) {
                        try await store.save(renewed.stored)
                    } catch {
                        note("The new token cannot be stored, so the next run needs another: \(error.message)")
                    }
                    return renewed
                })
        } catch {
            return .failure(error)
        }
    }
}
