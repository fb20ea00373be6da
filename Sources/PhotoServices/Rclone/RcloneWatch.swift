import PhotoModel
import Synchronization

/// The state of a running rclone, shared by the thread that waits for it and its callers.
final class RcloneWatch: Sendable {
    /// Its state.
    enum State: Sendable {
        case starting
        /// It answers on this port.
        case serving(port: Int)
        /// It has ended: the reason, and the last line that it wrote.
        case ended(RcloneTermination, lastLine: String?)
    }

    private struct Content {
        var state = State.starting
        var untilServing: [CheckedContinuation<State, Never>] = []
        var untilEnded: [CheckedContinuation<Void, Never>] = []
    }
    private let content = Mutex(Content())

    /// Its current state.
    var state: State { content.withLock(\.state) }

    /// Waits until it answers or has ended.
    func started() async -> State {
        await withCheckedContinuation { waiter in
            let state: State? = content.withLock { content in
                guard case .starting = content.state else { return content.state }
                content.untilServing.append(waiter)
                return nil
            }
            if let state { waiter.resume(returning: state) }
        }
    }

    /// Waits until it has ended.
    func ended() async {
        await withCheckedContinuation { waiter in
            let isOver = content.withLock { content in
                if case .ended = content.state { return true }
                content.untilEnded.append(waiter)
                return false
            }
            if isOver { waiter.resume() }
        }
    }

    /// Sets the state, and resumes those who wait.
    func note(_ state: State) {
        let (serving, ended) = content.withLock { content in
            content.state = state
            let serving = content.untilServing
            content.untilServing = []
            guard case .ended = state else { return (serving, [CheckedContinuation<Void, Never>]()) }
            let ended = content.untilEnded
            content.untilEnded = []
            return (serving, ended)
        }
        for waiter in serving { waiter.resume(returning: state) }
        for waiter in ended { waiter.resume() }
    }
}

/// Why an rclone has ended.
enum RcloneTermination: Hashable, Sendable, CustomStringConvertible {
    /// No program has this name.
    case noProgram(String)
    /// It did not start, for a reason given by the system.
    case system(String)
    /// It exited by itself.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
    /// It was ended because it did not answer in time.
    case tooSlow(Duration)
    /// It was ended because it is no longer needed.
    case released

    var description: String {
        switch self {
        case .noProgram(let name): "there is no program \(terminalSafe(name))\(name.contains("/") ? "" : " in PATH")"
        case .system(let reason): "it cannot be started: \(reason)"
        case .exit(let code): "it ended with exit status \(code)"
        case .signal(let number): "signal \(number) ended it"
        case .tooSlow(let limit): "it did not answer within \(limit.brief) and was ended"
        case .released: "it was ended"
        }
    }
}
