internal import NIOCore
internal import Synchronization

/// A request that waits in the middle of its way until a test lets it go.
package final class HeldRequest: Sendable {
    /// Where a request is held.
    package enum Stage: Equatable, Sendable {
        /// When it has come, before it is carried out.
        case handling
        /// When it is carried out, before its answer.
        case answer
        /// When so many bytes of its body have come.
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

    /// Waits until a request has come to where it is held.
    package func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waitingForRequest.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Whether a request has come to where it is held.
    package var isReached: Bool { state.withLock { $0.isReached } }

    /// Lets the request go on, and those to come.
    package func release() {
        let promises = state.withLock { state in
            state.isReleased = true
            defer { state.waitingForTest = [] }
            return state.waitingForTest
        }
        for promise in promises { promise.succeed() }
    }

    /// What the request does: tells that it is there, and waits without keeping a thread.
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
