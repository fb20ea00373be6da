/// Cuts work into batches that share the commits of the journal and the waiting for disks.
struct Batches {
    /// So many elements are in a batch at most.
    let mostElements: Int
    /// A batch is full at so many bytes: what is large gains nothing by waiting for others.
    let mostBytes: Int64
    /// How many batches are worked on at the same time.
    let workers: Int

    /// Works on all elements, some batches at a time, in their order.
    ///
    /// - Parameters:
    ///   - elements: what is to be done.
    ///   - bytes: how many bytes an element stands for.
    ///   - mayGoOn: asked before each batch; false leaves the rest.
    ///   - work: does a batch.
    ///   - each: gets what came of each batch, in the order in which they end.
    /// - Returns: what was left.
    /// - Throws: what `work` and `each` throw.
    func run<Element: Sendable, Result: Sendable>(
        _ elements: [Element], bytes: (Element) -> Int64, mayGoOn: () -> Bool,
        work: @escaping @Sendable ([Element]) async throws -> Result, each: (Result) throws -> Void
    ) async throws -> ArraySlice<Element> {
        var next = 0
        try await withThrowingTaskGroup(of: Result.self) { tasks in
            func start() {
                guard next < elements.count, mayGoOn() else { return }
                let batch = Array(elements[next..<end(of: elements, from: next, bytes: bytes)])
                next += batch.count
                tasks.addTask { try await work(batch) }
            }
            for _ in 0..<workers { start() }
            while let result = try await tasks.next() {
                start()
                try each(result)
            }
        }
        return elements[next...]
    }

    /// Where the batch ends that begins at an element; batches are smaller near the end, so that all workers have some.
    private func end<Element>(of elements: [Element], from first: Int, bytes: (Element) -> Int64) -> Int {
        let most = min(mostElements, max(1, (elements.count - first) / max(workers, 1)))
        var last = first
        var sum: Int64 = 0
        while last < elements.count, last - first < most, last == first || sum < mostBytes {
            sum += bytes(elements[last])
            last += 1
        }
        return last
    }
}
