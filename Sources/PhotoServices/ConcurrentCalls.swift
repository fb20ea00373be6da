import PhotoModel
import PhotoPipeline
import Synchronization

/// The number of copies that are examined or finished at the same time.
private let workers = 8

/// Makes calls to a remote for several elements, some at a time. When as many in a row have failed with transient
/// errors as run at a time, the remote is unreachable. The others are not tried then, since each would wait just as
/// long for an answer.
///
/// - Parameter first: how many run at a time before any has succeeded. With each that succeeds it is one more, up to
///   eight.
/// - Returns: a result for each, in order; for those not tried, the last error.
func forEach<Element: Sendable, Value: Sendable>(
    of elements: [Element], atFirst first: Int = workers,
    _ work: @escaping @Sendable (Element) async throws(UploadError) -> Value
) async -> [Result<Value, UploadError>] {
    await withTaskGroup(of: (Int, Result<Value, UploadError>).self) { tasks in
        var results = [Result<Value, UploadError>?](repeating: nil, count: elements.count)
        var next = 0
        var width = first
        var failed = 0
        var away: UploadError?
        func begin() {
            guard next < elements.count, away == nil else { return }
            let (index, element) = (next, elements[next])
            next += 1
            tasks.addTask {
                (index, await Result { () async throws(UploadError) in try await work(element) })
            }
        }
        for _ in 0..<width { begin() }
        for await (index, result) in tasks {
            results[index] = result
            if case .failure(let error) = result, error.kind == .transient || error.endsRun {
                failed += 1
                if failed >= width { away = error }
            } else {
                failed = 0
                if width < workers {
                    width += 1
                    begin()
                }
            }
            begin()
        }
        let rest = away ?? UploadError(.failed, "was not tried")
        return results.map { $0 ?? .failure(rest) }
    }
}

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
