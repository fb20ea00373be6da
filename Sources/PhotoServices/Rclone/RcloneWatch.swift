import PhotoModel
import Synchronization

/// What is known of a running rclone, between the thread that waits for it and those who ask.
final class RcloneWatch: Sendable {
    /// How far it is.
    enum State: Sendable {
        case starting
        /// It answers at this port.
        case serving(port: Int)
        /// It is over: why, and the last line that it wrote.
        case ended(RcloneTermination, lastLine: String?)
    }

    private struct Content {
        var state = State.starting
        var untilServing: [CheckedContinuation<State, Never>] = []
        var untilEnded: [CheckedContinuation<Void, Never>] = []
    }
    private let content = Mutex(Content())

    /// How far it is now.
    var state: State { content.withLock(\.state) }

    /// Waits until it answers or is over.
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

    /// Waits until it is over.
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

    /// Notes how far it is, and tells those who wait.
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

/// Why an rclone is over.
enum RcloneTermination: Hashable, Sendable, CustomStringConvertible {
    /// There is none of that name.
    case noProgram(String)
    /// The system's reason why it did not start.
    case system(String)
    /// It ended by itself.
    case exit(Int32)
    /// It was ended by somebody.
    case signal(Int32)
    /// It was ended, since it did not answer in time.
    case tooSlow(Duration)
    /// It was ended, since nobody needs it any more.
    case released

    var description: String {
        switch self {
        case .noProgram(let name): "there is no program \(terminalSafe(name)) in PATH"
        case .system(let reason): "it cannot be started: \(reason)"
        case .exit(let code): "it ended with exit status \(code)"
        case .signal(let number): "signal \(number) ended it"
        case .tooSlow(let limit): "it did not answer within \(limit.brief) and was ended"
        case .released: "it was ended"
        }
    }
}
