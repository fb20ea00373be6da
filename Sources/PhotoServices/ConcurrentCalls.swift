import PhotoModel
import PhotoPipeline

/// So many copies are looked at, or finished, at the same time.
private let workers = 8

/// Does something at a remote for several, some at a time. Where as many fail in a row by what may pass as are at work
/// at a time, the remote is away: the others are not tried, since each would wait as long for a server that does not
/// answer.
///
/// - Parameters:
///   - elements: for what it is done.
///   - work: does it for one.
/// - Returns: an answer for each, in their order; of those that were not tried the last error.
func forEach<Element: Sendable, Value: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (Element) async throws(UploadError) -> Value
) async -> [Result<Value, UploadError>] {
    await withTaskGroup(of: (Int, Result<Value, UploadError>).self) { tasks in
        var results = [Result<Value, UploadError>?](repeating: nil, count: elements.count)
        var next = 0
        var failed = 0
        var away: UploadError?
        func begin() {
            guard next < elements.count, away == nil else { return }
            let (place, element) = (next, elements[next])
            next += 1
            tasks.addTask {
                (place, await Result { () async throws(UploadError) in try await work(element) })
            }
        }
        for _ in 0..<workers { begin() }
        for await (place, result) in tasks {
            results[place] = result
            if case .failure(let error) = result, error.kind == .transient || error.endsRun {
                failed += 1
                if failed >= workers { away = error }
            } else {
                failed = 0
            }
            begin()
        }
        let rest = away ?? UploadError(.failed, "was not tried")
        return results.map { $0 ?? .failure(rest) }
    }
}
