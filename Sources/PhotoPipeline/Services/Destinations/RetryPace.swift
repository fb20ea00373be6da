import PhotoModel
import Synchronization

extension UploadError {
    /// The longest wait that a command does itself.
    private static let longestWait = Duration.seconds(600)

    /// The error as a command takes it: a destination that asks for a longer wait is out of quota until then.
    fileprivate var asItIsTaken: UploadError {
        guard kind == .transient, let retryAfter, retryAfter > Self.longestWait else { return self }
        var error = self
        error.kind = .quota
        return error
    }

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

    /// Whether the destination has dealt with the call: otherwise it may do so later, or this machine failed.
    fileprivate var isDecided: Bool {
        switch kind {
        case .sourceChanged, .sourceUnreadable, .interrupted, .objected, .setup, .unavailable, .transient: false
        default: true
        }
    }
}

/// How often, and how fast, a failed call is repeated. The waits double from one second to 16 seconds. Each is
/// shortened at random to between half and all of it, so that clients that failed together do not return together. If
/// the destination asks for a longer wait, that counts, and a call that has waited for more than two minutes is made
/// once more.
///
/// A kind of call that was given up is tried only once from then on, until it succeeds: a destination that stays
/// unavailable costs these waits once, not with every file. After the third time it is tried only once for the rest of
/// the run: one folder of a server may be what fails, between others whose photos get through.
///
/// A file at which every connection breaks does not stop the others. But where connections have failed at three
/// groups, for ten seconds without any answer to another call, or until a call was given up, the destination's marker
/// is asked. If that fails too, the destination is away: all calls fail from then on, and the service ends those under
/// way that it can end. If the marker can be read, and yet nothing but failures comes of three groups or more in the
/// ten seconds after that, the destination takes no photos, which ends the run too: otherwise all photos would be sent
/// in vain.
///
/// A destination that is too busy has answered, and is waited for. But a run does not wait for it once more with each
/// photo. When a call was given up, and three groups, or three calls that send none, have failed and no such call was
/// let through since, such calls fail from then on, which ends the run. It may be busy for these photos alone, so other
/// calls are still made: what was sent gets its name, and the receipts their list.
///
/// Ten seconds count beside the three groups, since a run may have fewer groups. They are ten because of rclone: it
/// takes up to twelve seconds to report that a server refuses connections, as it connects again and again, ever more
/// slowly. So a run ends within half a minute where there is no answer. Where there never was one, three seconds are
/// enough: nothing is under way yet, and a person waits to see what is wrong.
final class RetryPace: Sendable {
    /// The number of attempts, the first included.
    private static let tries = 6
    /// How long a call waits before its last attempt.
    private static let longestWaits = Duration.seconds(120)
    /// How long connections may fail before the marker is asked, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000
    /// How long they may fail from the start.
    private static let firstPatience: Int64 = 3_000_000_000
    /// At how many groups calls may fail before that is not the photos' fault.
    private static let mostGroups = 3

    private let environment: Environment
    private let service: any UploadService

    /// How calls of a kind fail, since one was let through.
    private struct Failing {
        /// The groups at which they have failed. A call that sends none is a negative number.
        var groups: Set<Int64> = []
        /// Those at which connections have failed since such a call was answered.
        var silent: Set<Int64> = []
        /// When the marker could be read first while connections failed, of the clock's uptime.
        var marker: Int64?
        /// Whether one was given up.
        var isGivenUp = false
        /// The error of all such calls while the destination is too busy for them.
        var ending: UploadError?
    }

    private struct Reach {
        /// The number of calls so far.
        var calls: Int64 = 0
        /// No call is made before this moment of the clock's uptime.
        var notBefore: Int64 = 0
        /// Since when connections have failed, of the clock's uptime; nil while it answers.
        var silentSince: Int64?
        /// How long they may fail.
        var patience = RetryPace.firstPatience
        /// By kind of call.
        var failing: [String: Failing] = [:]
        /// How many calls were given up, by their kind.
        var givenUp: [String: Int] = [:]
        /// The error of all calls once it is away.
        var away: UploadError?
    }
    private let reach = Mutex(Reach())

    /// How calls of a kind have failed by the end of an attempt.
    private struct Trouble {
        let kind: String
        /// The first error.
        let error: UploadError
        /// For how long there was no answer, in nanoseconds; nil where the destination is busy.
        let silence: Int64?
        /// Whether it may be the end of the run.
        let isLong: Bool
    }

    init(_ environment: Environment, _ service: any UploadService) {
        (self.environment, self.service) = (environment, service)
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameter group: the group of which it sends a file; nil for any other call.
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
    ///   - group: the group of an element, a file of which is sent; nil for any other call.
    ///   - call: makes the call for some of the elements.
    /// - Returns: the last result of each element, in order.
    func run<Element, Value>(
        _ elements: [Element], of kind: String, sending group: (Element) -> Int64?,
        _ call: ([Element]) async -> [Result<Value, UploadError>]
    ) async -> [Result<Value, UploadError>] {
        var answers: [Result<Value, UploadError>] = []
        var open = Array(elements.indices)
        var (attempt, isLast, waited) = (0, false, Duration.zero)
        let (isTriedOnce, number) = reach.withLock { reach in
            reach.calls += 1
            let isOver = reach.givenUp[kind, default: 0] >= Self.mostGroups
            return (isOver || reach.failing[kind]?.isGivenUp == true, reach.calls)
        }
        while !open.isEmpty, !isLast {
            attempt += 1
            isLast = isTriedOnce || attempt == Self.tries || waited > Self.longestWaits
            do throws(UploadError) {
                try await waitForTurn(of: kind)
            } catch {
                for index in open where index < answers.count { answers[index] = .failure(error) }
                return answers.isEmpty ? elements.map { _ in .failure(error) } : answers
            }
            let began = environment.clock.uptime
            let some = await call(open.map { elements[$0] }).map { $0.mapError(\.asItIsTaken) }
            if answers.isEmpty {
                answers = some
            } else {
                for (index, answer) in zip(open, some) { answers[index] = answer }
            }
            let failed = zip(some, open).compactMap { answer, index in
                answer.failure.map { Failure(error: $0, group: group(elements[index]) ?? -number) }
            }
            let trouble = note(failed, of: some.count, by: kind, begunAt: began, isLast: isLast)
            open = open.filter { answers[$0].failure?.kind == .transient }
            if open.isEmpty { break }
            var silence = trouble?.silence
            if let trouble, trouble.isLong {
                if let ending = await ending(trouble) {
                    for index in open { answers[index] = .failure(ending) }
                    return answers
                }
                silence = nil
            }
            // A service does not try the rest after some failures in a row: the next attempt begins at the other end.
            open.reverse()
            let pause = isLast ? .zero : pause(after: attempt, silentFor: silence)
            let wait = open.compactMap { answers[$0].failure?.retryAfter }.reduce(pause, max)
            putOff(by: wait)
            waited += wait
        }
        reach.withLock { reach in
            reach.failing[kind]?.isGivenUp = !open.isEmpty
            if !open.isEmpty { reach.givenUp[kind, default: 0] += 1 }
        }
        for index in open { answers[index] = answers[index].mapError(\.asItLasts) }
        return answers
    }

    /// An element's error, and the group of which it sends a file; else the call as a negative number.
    private struct Failure {
        let error: UploadError
        let group: Int64
    }

    /// Notes the results of an attempt.
    ///
    /// - Parameters:
    ///   - count: how many results there are.
    ///   - began: when the attempt began, of the clock's uptime.
    /// - Returns: how such calls have failed by now; nil if one was let through, or none may be repeated.
    private func note(
        _ failed: [Failure], of count: Int, by kind: String, begunAt began: Int64, isLast: Bool
    ) -> Trouble? {
        let waiting = failed.filter { $0.error.kind == .transient }
        let isLetThrough = failed.count < count || failed.contains(where: \.error.isDecided)
        let isSilent = !isLetThrough && waiting.allSatisfy(\.error.isSilence)
        return reach.withLock { reach in
            if !isSilent { reach.patience = Self.patience }
            if isLetThrough { (reach.silentSince, reach.failing[kind]) = (nil, nil) }
            guard !isLetThrough, let error = waiting.first?.error else { return nil }
            var failing = reach.failing[kind] ?? Failing()
            failing.groups.formUnion(waiting.map(\.group))
            defer { reach.failing[kind] = failing }
            guard isSilent else {
                (failing.silent, failing.marker, reach.silentSince) = ([], nil, nil)
                // A rate limit that lasts ends the run by itself.
                let isLong = isLast && failing.groups.count >= Self.mostGroups && !error.asItLasts.endsRun
                return Trouble(kind: kind, error: error, silence: nil, isLong: isLong)
            }
            failing.silent.formUnion(waiting.map(\.group).filter { $0 > 0 })
            let since = reach.silentSince ?? began
            reach.silentSince = since
            let silence = environment.clock.uptime - since
            let isLong = isLast || silence >= reach.patience || failing.silent.count >= Self.mostGroups
            return Trouble(kind: kind, error: error, silence: silence, isLong: isLong)
        }
    }

    /// Finds out whether the run ends. Where there was no answer, the marker is asked for.
    ///
    /// - Returns: the error of all calls from now on, or of all such calls where it is only too busy; nil where the
    ///   destination answers and may take photos, or the user asked to stop.
    private func ending(_ trouble: Trouble) async -> UploadError? {
        if let known = reach.withLock(\.away) { return known }
        let cause = trouble.error.cause
        if trouble.silence == nil {
            let ending = UploadError(.unavailable, "is too busy, try again later: \(cause)")
            reach.withLock { $0.failing[trouble.kind]?.ending = ending }
            return ending
        }
        if reach.withLock({ $0.patience == Self.firstPatience }) {
            return away(UploadError(.unavailable, "does not answer: \(cause)"))
        }
        do throws(UploadError) {
            _ = try await service.marker()
            if takesNoPhotos(trouble) {
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
    private func takesNoPhotos(_ trouble: Trouble) -> Bool {
        let now = environment.clock.uptime
        return reach.withLock { reach in
            guard let failing = reach.failing[trouble.kind], failing.silent.count >= Self.mostGroups else {
                return false
            }
            let first = failing.marker ?? now
            reach.failing[trouble.kind]?.marker = first
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
        return min(pause, .nanoseconds(max(0, reach.withLock(\.patience) - silence)))
    }

    /// Delays all calls to the destination.
    private func putOff(by wait: Duration) {
        let end = environment.clock.uptime + Int64(wait / .nanoseconds(1))
        reach.withLock { $0.notBefore = max($0.notBefore, end) }
    }

    private func waitForTurn(of kind: String) async throws(UploadError) {
        while true {
            let (ending, notBefore) = reach.withLock { ($0.away ?? $0.failing[kind]?.ending, $0.notBefore) }
            if let ending { throw ending }
            let left = notBefore - environment.clock.uptime
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
