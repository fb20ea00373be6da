import FakeDrive
import GoogleDrive
import Synchronization

/// A clock of a test's, which moves a fake Drive's clock with it.
final class TestTime: Sendable {
    private let state: Mutex<Int64>
    private let waits = Mutex<[Duration]>([])
    private let neverEnds: Bool
    private let drive: FakeDrive?

    /// - Parameters:
    ///   - seconds: since 1970, where it begins.
    ///   - neverEnds: whether who waits does so until it is cancelled; else waiting moves the clock, at once.
    ///   - drive: whose clock is moved too.
    init(seconds: Int64 = 1_800_000_000, neverEnds: Bool = false, drive: FakeDrive? = nil) {
        state = Mutex(seconds * 1_000_000_000)
        (self.neverEnds, self.drive) = (neverEnds, drive)
    }

    /// Nanoseconds since 1970.
    var now: Int64 { state.withLock(\.self) }

    /// How long was waited so far, in order.
    var waited: [Duration] { waits.withLock(\.self) }

    /// Moves the clock on.
    func advance(seconds: Int64) {
        state.withLock { $0 += seconds * 1_000_000_000 }
        drive?.advance(by: Double(seconds))
    }

    /// For the room.
    var source: TimeSource {
        TimeSource(now: { self.now }) { duration in
            self.waits.withLock { $0.append(duration) }
            if self.neverEnds {
                let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
                for await _ in stream {}
                withExtendedLifetime(continuation) {}
            }
            try Task.checkCancellation()
            self.advance(seconds: duration.components.seconds)
        }
    }
}

/// Keeps a sign-in in memory, for several programs of a test.
final class MemoryStore: TokenStore {
    private struct State {
        var text: HiddenText?
        var isLocked = false
        var error: DriveError?
        var saves = 0
    }
    private let state: Mutex<State>

    init(_ saved: SavedSignIn? = nil) {
        state = Mutex(State(text: saved?.stored))
    }

    var text: HiddenText? { state.withLock(\.text) }
    var saves: Int { state.withLock(\.saves) }

    /// Has saving fail from now on.
    func failSaving(with error: DriveError) { state.withLock { $0.error = error } }

    func read() async throws(DriveError) -> HiddenText? { text }

    func save(_ text: HiddenText) async throws(DriveError) {
        let error = state.withLock { state in
            if state.error == nil { (state.text, state.saves) = (text, state.saves + 1) }
            return state.error
        }
        if let error { throw error }
    }

    func remove() async throws(DriveError) { state.withLock { $0.text = nil } }

    func exclusively<Value: Sendable>(
        _ body: @Sendable () async throws(DriveError) -> Value
    ) async throws(DriveError) -> Value {
        while !state.withLock({ state in
            defer { state.isLocked = true }
            return !state.isLocked
        }) {
            if Task.isCancelled { throw DriveError(.cancelled, "stopped") }
            await Task.yield()
        }
        defer { state.withLock { $0.isLocked = false } }
        return try await body()
    }
}

/// Keeps what the user would be told.
final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }
    var take: @Sendable (String) -> Void { { text in self.lines.withLock { $0.append(text) } } }
}
