import Synchronization

/// Lets some things be done at the same time, and has all others wait for their turn, in the order in which they came.
///
/// There are fewer than connections to a host: what waits for one of those fails after a while, since a server may be
/// gone, and large files keep all of them for minutes.
final class RequestSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    /// - Parameter count: how many at the same time; at least 1.
    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Does something when there is a slot.
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
