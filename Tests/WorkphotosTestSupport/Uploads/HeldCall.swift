import Synchronization

/// A call that is held until a test releases it.
package final class HeldCall: Sendable {
    private struct State {
        var isReached = false
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// Waits until the call is held.
    package func reached() async {
        await wait { $0.isReached }
    }

    /// Releases the call.
    package func release() {
        change { $0.isReleased = true }
    }

    /// Called by the call: reports that it is held, and waits.
    func pass() async {
        change { $0.isReached = true }
        await wait { $0.isReleased }
    }

    /// Like ``pass()``, but ends as well where the call's task is cancelled.
    func passUnlessCancelled() async {
        await withTaskCancellationHandler {
            await pass()
        } onCancel: {
            release()
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wait(until isSo: @Sendable (State) -> Bool) async {
        while !state.withLock({ isSo($0) }) {
            await withCheckedContinuation { continuation in
                let isNow = state.withLock { state in
                    if !isSo(state) { state.waiting.append(continuation) }
                    return isSo(state)
                }
                if isNow { continuation.resume() }
            }
        }
    }
}
