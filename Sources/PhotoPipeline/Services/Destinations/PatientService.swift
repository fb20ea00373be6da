import PhotoModel
import Synchronization
import SystemPackage

/// A destination's service, called with patience: a call that fails for a moment is repeated. All calls of a run share
/// one pace: if one is told to wait, all wait.
///
/// Whoever holds a destination calls through this. Repeatable are: the questions; sending, which reads the source from
/// its start again and resumes at the last checkpoint; fetching, which restarts its sink; finishing, taking back and
/// discarding, which recognise what an earlier attempt has done. Adding lines to a list is not repeatable.
package struct PatientService: Sendable {
    /// The service itself, for what it is able to do and for calls that are made once.
    package let once: any UploadService
    private let pace: RetryPace

    init(_ service: any UploadService, pace: RetryPace) {
        (once, self.pace) = (service, pace)
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call; the calling function by default.
    ///   - call: makes the call to the service.
    /// - Returns: what `call` returns.
    /// - Throws: what `call` throws last; `interrupted` where the user asked to stop during a wait.
    func call<Answer>(
        of kind: String = #function, _ call: (any UploadService) async throws(UploadError) -> Answer
    ) async throws(UploadError) -> Answer {
        try await pace.run(of: kind) { () async throws(UploadError) in try await call(once) }
    }

    /// Makes a call for several elements, and repeats it for those that fail with `transient`.
    ///
    /// - Parameters:
    ///   - elements: the elements.
    ///   - kind: the kind of call; the calling function by default.
    ///   - call: makes the call to the service for some of the elements.
    /// - Returns: the last result of each element, in order.
    func call<Element, Answer>(
        for elements: [Element], of kind: String = #function,
        _ call: (any UploadService, [Element]) async -> [Result<Answer, UploadError>]
    ) async -> [Result<Answer, UploadError>] {
        await pace.run(elements, of: kind) { await call(once, $0) }
    }
}

extension PatientService {
    /// Reads all bytes of a copy.
    ///
    /// - Parameters:
    ///   - target: where it is.
    ///   - kind: another checksum to compute; nil for none.
    /// - Returns: the hashes of what was read.
    /// - Throws: as ``UploadService/fetch(_:start:each:)``.
    func hashes(of target: CopyLocation, with kind: Checksum.Kind? = nil) async throws(UploadError) -> FileHashes {
        var hash = ContentHash(with: kind)
        try await call { service throws(UploadError) in
            try await unsafe service.fetch(target) { () throws(UploadError) in
                hash = ContentHash(with: kind)
            } each: { block throws(UploadError) in
                unsafe hash.add(block)
            }
        }
        return hash.hashes
    }
}

extension UploadError {
    /// The error once retrying has been given up.
    fileprivate var asItLasts: UploadError {
        guard let lasting else { return self }
        var error = self
        error.kind = lasting
        return error
    }
}

/// How often, and how fast, a failed call is repeated. The waits double from one second to 16 seconds. Each is
/// shortened at random to between half and all of it, so that clients that failed together do not return together. If
/// the destination asks for a longer wait, that counts.
///
/// A kind of call that was given up is tried only once from then on, until it succeeds: a destination that stays
/// unavailable costs these waits once, not with every file.
final class RetryPace: Sendable {
    /// The number of attempts, the first included.
    private static let tries = 6

    private let environment: Environment
    /// No call is made before this moment of the clock's uptime.
    private let notBefore = Mutex<Int64>(0)
    /// The kinds of calls that were given up and have not succeeded since.
    private let givenUp = Mutex<Set<String>>([])

    init(_ environment: Environment) {
        self.environment = environment
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call.
    ///   - call: makes the call.
    /// - Returns: what `call` returns.
    /// - Throws: what `call` throws last; `interrupted` where the user asked to stop during a wait.
    func run<Value>(
        of kind: String, _ call: () async throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        let answers = await run([()], of: kind) { _ in
            do throws(UploadError) {
                return [.success(try await call())]
            } catch {
                return [.failure(error)]
            }
        }
        return try answers[0].get()
    }

    /// Makes a call for several elements, and repeats it for those that fail with `transient`.
    ///
    /// - Parameters:
    ///   - elements: the elements.
    ///   - kind: the kind of call.
    ///   - call: makes the call for some of the elements.
    /// - Returns: the last result of each element, in order.
    func run<Element, Value>(
        _ elements: [Element], of kind: String,
        _ call: ([Element]) async -> [Result<Value, UploadError>]
    ) async -> [Result<Value, UploadError>] {
        var answers: [Result<Value, UploadError>] = []
        var open = Array(elements.indices)
        let tries = givenUp.withLock { $0.contains(kind) } ? 1 : Self.tries
        for attempt in 1...tries where !open.isEmpty {
            do throws(UploadError) {
                try await waitForTurn()
            } catch {
                for index in open where index < answers.count { answers[index] = .failure(error) }
                return answers.isEmpty ? elements.map { _ in .failure(error) } : answers
            }
            let some = await call(open.map { elements[$0] })
            if answers.isEmpty {
                answers = some
            } else {
                for (index, answer) in zip(open, some) { answers[index] = answer }
            }
            open = open.filter { index in
                guard case .failure(let error) = answers[index], error.kind == .transient else { return false }
                putOff(by: max(attempt < tries ? pause(after: attempt) : .zero, error.retryAfter ?? .zero))
                return true
            }
        }
        note(kind, isGivenUp: !open.isEmpty)
        for index in open { answers[index] = answers[index].mapError(\.asItLasts) }
        return answers
    }

    private func note(_ kind: String, isGivenUp: Bool) {
        givenUp.withLock { kinds in
            _ = isGivenUp ? kinds.update(with: kind) : kinds.remove(kind)
        }
    }

    /// The wait after an attempt, counted from 1.
    private func pause(after attempt: Int) -> Duration {
        let whole = (1 << (attempt - 1)) * 1_000
        return .milliseconds(whole / 2 + Int(environment.random() % UInt64(whole / 2 + 1)))
    }

    /// Delays all calls to the destination.
    private func putOff(by wait: Duration) {
        let end = environment.clock.uptime + Int64(wait / .nanoseconds(1))
        notBefore.withLock { $0 = max($0, end) }
    }

    private func waitForTurn() async throws(UploadError) {
        while true {
            let left = notBefore.withLock { $0 } - environment.clock.uptime
            if left <= 0 { return }
            if await !environment.pause(for: .nanoseconds(left)) { throw UploadError(.interrupted, "stopped") }
        }
    }
}
