import Synchronization

/// Limits how many operations run at the same time. The others wait for their turn, in order of arrival.
///
/// There are fewer slots than connections to a host. A request that waits for a connection fails after a while, since
/// the server may be gone, and large files occupy connections for minutes.
final class RequestSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    /// - Parameter count: the number of slots; at least 1.
    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Runs an operation once a slot is free.
    func use<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        await take()
        defer { giveBack() }
        return try await body()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
