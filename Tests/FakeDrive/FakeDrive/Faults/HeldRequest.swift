internal import NIOCore
internal import Synchronization

/// A request that a test holds and releases.
package final class HeldRequest: Sendable {
    /// Where a request is held.
    package enum Stage: Equatable, Sendable {
        /// After it has arrived, before it is carried out.
        case handling
        /// After it is carried out, before its answer.
        case answer
        /// After this number of bytes of its body.
        case body(Int)
    }

    private struct State {
        var isReached = false
        var isReleased = false
        var waitingForRequest: [CheckedContinuation<Void, Never>] = []
        var waitingForTest: [EventLoopPromise<Void>] = []
    }

    let stage: Stage
    private let state = Mutex(State())

    init(_ stage: Stage) { self.stage = stage }

    /// Waits until a request is held.
    package func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waitingForRequest.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Whether a request is held.
    package var isReached: Bool { state.withLock { $0.isReached } }

    /// Releases the request, and all later ones.
    package func release() {
        let promises = state.withLock { state in
            state.isReleased = true
            defer { state.waitingForTest = [] }
            return state.waitingForTest
        }
        for promise in promises { promise.succeed() }
    }

    /// Called for the request: reports that it is held, and waits without blocking a thread.
    func pass(on loop: any EventLoop) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        let (continuations, isReleased) = state.withLock { state in
            state.isReached = true
            defer { state.waitingForRequest = [] }
            if !state.isReleased { state.waitingForTest.append(promise) }
            return (state.waitingForRequest, state.isReleased)
        }
        for continuation in continuations { continuation.resume() }
        if isReleased { promise.succeed() }
        return promise.futureResult
    }
}
