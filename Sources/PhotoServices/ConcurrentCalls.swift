import PhotoModel
import PhotoPipeline

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
