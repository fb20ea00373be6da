import PhotoModel
import Synchronization
import SystemPackage

/// A destination's service, called with patience: a call that fails for a moment is repeated. All calls of a run share
/// one pace: if one is told to wait, all wait.
///
/// Whoever holds a destination calls through this. Repeatable are: the questions; sending, which reads the source from
/// its start again and resumes at the last checkpoint; fetching, which restarts its sink; finishing, taking back and
/// discarding, which recognise what an earlier attempt has done. Adding lines to a list is not repeatable.
///
/// It takes any call as a closure. A service around the service would repeat each requirement of six protocols, and one
/// that it forgot would be answered by its default. Whoever calls through ``once`` by mistake loses no more than a run.
package struct PatientService: Sendable {
    /// The service itself, for what it is able to do and for calls that are made once.
    package let once: any UploadService
    private let pace: RetryPace

    init(_ service: any UploadService, in environment: Environment) {
        once = service
        pace = RetryPace(environment, service)
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call; the calling function by default.
    ///   - group: the group of which it sends a file; nil for any other call.
    ///   - call: makes the call to the service.
    /// - Returns: what `call` returns.
    /// - Throws: what `call` throws last; `interrupted` where the user asked to stop during a wait; `unavailable` where
    ///   the destination has stopped to answer, or takes no photos.
    func call<Answer>(
        of kind: String = #function, sending group: Int64? = nil,
        _ call: (any UploadService) async throws(UploadError) -> Answer
    ) async throws(UploadError) -> Answer {
        try await pace.run(of: kind, sending: group) { () async throws(UploadError) in try await call(once) }
    }

    /// Makes a call for several elements, and repeats it for those that fail with `transient`.
    ///
    /// - Parameters:
    ///   - elements: the elements.
    ///   - kind: the kind of call; the calling function by default.
    ///   - group: the group of an element, a file of which is sent; nil for any other call.
    ///   - call: makes the call to the service for some of the elements.
    /// - Returns: the last result of each element, in order.
    func call<Element, Answer>(
        for elements: [Element], of kind: String = #function, sending group: (Element) -> Int64? = { _ in nil },
        _ call: (any UploadService, [Element]) async -> [Result<Answer, UploadError>]
    ) async -> [Result<Answer, UploadError>] {
        await pace.run(elements, of: kind, sending: group) { await call(once, $0) }
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
    /// The error once retrying has been given up. Whether the destination is away is not for one file to say.
    fileprivate var asItLasts: UploadError {
        guard let lasting, lasting != .unavailable else { return self }
        var error = self
        error.kind = lasting
        return error
    }

    /// Whether there was no answer: the connection failed, or a server before it has none. One that is too busy, or
    /// says how long to wait, has answered.
    fileprivate var isSilence: Bool { kind == .transient && lasting == .unavailable }

    /// Whether the destination has answered: otherwise there was none, or this machine failed.
    fileprivate var isAnswer: Bool {
        switch kind {
        case .sourceChanged, .sourceUnreadable, .interrupted, .objected, .setup, .unavailable: false
        default: !isSilence
        }
    }
}

/// How often, and how fast, a failed call is repeated. The waits double from one second to 16 seconds. Each is
/// shortened at random to between half and all of it, so that clients that failed together do not return together. If
/// the destination asks for a longer wait, that counts.
///
/// A kind of call that was given up is tried only once from then on, until it succeeds: a destination that stays
/// unavailable costs these waits once, not with every file.
///
/// A file at which every connection breaks does not stop the others. But where connections have failed at three
/// groups, for ten seconds without any answer to another call, or until a call was given up, the destination's marker
/// is asked. If that fails too, the destination is away: all calls fail from then on, and the service ends those under
/// way that it can end. If the marker can be read, and yet nothing but failures comes of three groups or more in the
/// ten seconds after that, the destination takes no photos, which ends the run too: otherwise all photos would be sent
/// in vain.
///
/// Ten seconds count beside the three groups, since a run may have fewer, and because of rclone: it takes up to twelve
/// seconds to say of a server that refuses connections that it does, as it connects again and again, ever more slowly.
/// So a run ends within half a minute.
final class RetryPace: Sendable {
    /// The number of attempts, the first included.
    private static let tries = 6
    /// How long connections may fail before the marker is asked, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000
    /// At how many groups connections may fail before the marker is asked.
    private static let mostGroups = 3

    private let environment: Environment
    /// No call is made before this moment of the clock's uptime.
    private let notBefore = Mutex<Int64>(0)
    /// The kinds of calls that were given up and have not succeeded since.
    private let givenUp = Mutex<Set<String>>([])
    private let service: any UploadService

    /// Whether the destination answers.
    private struct Reach {
        /// Since when connections have failed, of the clock's uptime; nil while it answers.
        var silentSince: Int64?
        /// The groups at which connections have failed since a call of that kind was answered, and when the marker
        /// could be read first since then.
        var failed: [String: (groups: Set<Int64>, marker: Int64?)] = [:]
        /// The error of all calls once it is away.
        var away: UploadError?
    }
    private let reach = Mutex(Reach())

    /// How connections have failed by the end of an attempt.
    private struct Silence {
        /// For how long, in nanoseconds.
        let lasted: Int64
        /// The kind of the calls.
        let kind: String
        /// At how many groups such calls have failed.
        let groups: Int

        /// Whether the marker has to be asked.
        var isLong: Bool { lasted >= patience || groups >= mostGroups }
    }

    init(_ environment: Environment, _ service: any UploadService) {
        (self.environment, self.service) = (environment, service)
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call.
    ///   - group: the group of which it sends a file; nil for any other call.
    ///   - call: makes the call.
    /// - Returns: what `call` returns.
    /// - Throws: what `call` throws last; `interrupted` where the user asked to stop during a wait.
    func run<Value>(
        of kind: String, sending group: Int64? = nil, _ call: () async throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        let answers = await run([()], of: kind, sending: { _ in group }) { _ in
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
    ///   - group: the group of an element, a file of which is sent; nil for any other call.
    ///   - call: makes the call for some of the elements.
    /// - Returns: the last result of each element, in order.
    func run<Element, Value>(
        _ elements: [Element], of kind: String, sending group: (Element) -> Int64?,
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
            let began = environment.clock.uptime
            let some = await call(open.map { elements[$0] })
            if answers.isEmpty {
                answers = some
            } else {
                for (index, answer) in zip(open, some) { answers[index] = answer }
            }
            let failures = some.compactMap(\.failure)
            let groups = zip(some, open).compactMap { $0.failure?.isSilence == true ? group(elements[$1]) : nil }
            var silence = note(failures, of: some.count, at: groups, by: kind, begunAt: began)
            open = open.filter { answers[$0].failure?.kind == .transient }
            if let long = silence, !open.isEmpty, long.isLong || attempt == tries {
                if let away = await awayError(long, failures) {
                    for index in open { answers[index] = .failure(away) }
                    return answers
                }
                silence = nil
            }
            // A service does not try the rest after some failures in a row: the next attempt begins at the other end.
            open.reverse()
            for index in open {
                let pause = attempt < tries ? pause(after: attempt, silentFor: silence?.lasted) : .zero
                putOff(by: max(pause, answers[index].failure?.retryAfter ?? .zero))
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

    /// Notes the results of an attempt.
    ///
    /// - Parameters:
    ///   - failures: the errors among them.
    ///   - count: how many results there are.
    ///   - groups: the groups at which connections failed.
    ///   - kind: the kind of call.
    ///   - began: when the attempt began, of the clock's uptime.
    /// - Returns: how connections have failed by now; nil if the destination answers.
    private func note(
        _ failures: [UploadError], of count: Int, at groups: [Int64], by kind: String, begunAt began: Int64
    ) -> Silence? {
        let hasAnswered = failures.count < count || failures.contains(where: \.isAnswer)
        let isSilent = failures.contains(where: \.isSilence)
        return reach.withLock { reach in
            if hasAnswered { (reach.silentSince, reach.failed[kind]) = (nil, nil) }
            if hasAnswered || !isSilent { return nil }
            let now = environment.clock.uptime
            let since = reach.silentSince ?? began
            reach.silentSince = since
            reach.failed[kind, default: ([], nil)].groups.formUnion(groups)
            return Silence(lasted: now - since, kind: kind, groups: reach.failed[kind]?.groups.count ?? 0)
        }
    }

    /// Asks for the marker, unless the destination is away already.
    ///
    /// - Returns: the error of all calls from now on; nil where the destination answers and may take photos, or the
    ///   user asked to stop.
    private func awayError(_ silence: Silence, _ failures: [UploadError]) async -> UploadError? {
        if let known = reach.withLock(\.away) { return known }
        do throws(UploadError) {
            _ = try await service.marker()
            if takesNoPhotos(silence), let cause = failures.first?.cause {
                return away(UploadError(.unavailable, "answers, but takes no photos: \(cause)"))
            }
        } catch  where error.isSilence {
            return away(UploadError(.unavailable, "does not answer any more: \(error.cause)"))
        } catch  where error.kind == .unavailable {
            return away(error)
        } catch {}
        reach.withLock { $0.silentSince = nil }
        return nil
    }

    /// Notes that the marker can be read.
    ///
    /// - Returns: whether nothing but failures came of enough groups for long after it could be read first.
    private func takesNoPhotos(_ silence: Silence) -> Bool {
        let now = environment.clock.uptime
        return reach.withLock { reach in
            guard silence.groups >= Self.mostGroups, let failed = reach.failed[silence.kind] else { return false }
            let first = failed.marker ?? now
            reach.failed[silence.kind]?.marker = first
            return now - first >= Self.patience
        }
    }

    /// Ends all calls, and the service's that are under way.
    ///
    /// - Returns: the error of all: the first that ended them.
    private func away(_ error: UploadError) -> UploadError {
        let first = reach.withLock { reach in
            let first = reach.away ?? error
            reach.away = first
            return first
        }
        service.giveUp(first)
        return first
    }

    /// The wait after an attempt, counted from 1. It does not outlast the patience with failing connections.
    private func pause(after attempt: Int, silentFor silence: Int64?) -> Duration {
        let whole = (1 << (attempt - 1)) * 1_000
        let pause = Duration.milliseconds(whole / 2 + Int(environment.random() % UInt64(whole / 2 + 1)))
        guard let silence else { return pause }
        return min(pause, .nanoseconds(max(0, Self.patience - silence)))
    }

    /// Delays all calls to the destination.
    private func putOff(by wait: Duration) {
        let end = environment.clock.uptime + Int64(wait / .nanoseconds(1))
        notBefore.withLock { $0 = max($0, end) }
    }

    private func waitForTurn() async throws(UploadError) {
        while true {
            if let away = reach.withLock(\.away) { throw away }
            let left = notBefore.withLock { $0 } - environment.clock.uptime
            if left <= 0 { return }
            if await !environment.pause(for: .nanoseconds(left)) { throw UploadError(.interrupted, "stopped") }
        }
    }
}

extension Result {
    /// The error; nil for a success.
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
