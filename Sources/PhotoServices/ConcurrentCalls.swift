import PhotoModel
import PhotoPipeline

/// The number of copies that are examined or finished at the same time.
private let workers = 8
/// How many of them begin, before any has succeeded.
private let first = 3

/// Makes calls to a remote for several elements: three at a time, and one more with each that succeeds, up to eight. If
/// as many in a row fail with transient errors as run at a time, the remote is unreachable: the others are not tried,
/// since each would wait just as long for an answer.
///
/// - Parameters:
///   - elements: the elements.
///   - work: makes the call for one.
/// - Returns: a result for each, in order; for those not tried, the last error.
func forEach<Element: Sendable, Value: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (Element) async throws(UploadError) -> Value
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
