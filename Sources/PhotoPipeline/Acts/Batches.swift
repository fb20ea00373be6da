import PhotoModel

/// How much is worked on together: what is cut into batches shares the commits of the journal and the waiting for
/// disks.
struct BatchLimits: Sendable {
    /// So many elements are in a batch at most.
    var mostElements: Int
    /// A batch is full at so many bytes: what is large gains nothing by waiting for others, and not too much is to be
    /// under way when a run is killed.
    var mostBytes: Int64
    /// How many batches are worked on at the same time.
    var workers = 1

    /// How many copies a service is asked for in one call, which share its marker and the waiting for its disk: as many
    /// as are soon read, since the user may want to stop, and no more than leave some for every worker.
    static func looks(_ workers: Int, of count: Int) -> BatchLimits {
        BatchLimits(
            mostElements: min(64, max(1, (count + workers - 1) / workers)), mostBytes: 8 << 20, workers: workers)
    }
}

/// Cuts work into batches, and has some of them worked on at a time.
struct Batches {
    let limits: BatchLimits

    init(_ limits: BatchLimits) { self.limits = limits }

    /// Batches of groups that can have all of their files open at the same time.
    init(_ limits: BatchLimits, of actions: [Action], in environment: Environment) {
        var limits = limits
        limits.mostElements = environment.groupsTogether(
            of: actions, atMost: limits.mostElements, workers: limits.workers)
        self.limits = limits
    }

    /// Works on all elements, some batches at a time, in their order. A wish to stop cancels the batches that are under
    /// way, which end what they have begun and give up what they wait for, and begins no other.
    ///
    /// - Parameters:
    ///   - elements: what is to be done.
    ///   - interruption: the wish to stop.
    ///   - bytes: how many bytes an element stands for.
    ///   - mayGoOn: asked before each batch; false leaves the rest.
    ///   - work: does a batch.
    ///   - each: gets what came of each batch, in the order in which they end.
    /// - Returns: what was left.
    /// - Throws: what `work` and `each` throw.
    func run<Element: Sendable, Result: Sendable>(
        _ elements: [Element], until interruption: any Interruption, bytes: (Element) -> Int64, mayGoOn: () -> Bool,
        work: @escaping @Sendable ([Element]) async throws -> Result, each: (Result) throws -> Void
    ) async throws -> ArraySlice<Element> {
        var left = elements[...]
        var running = 0
        try await withThrowingTaskGroup(of: Result?.self) { tasks in
            func start() {
                guard !left.isEmpty, interruption.signal == nil, mayGoOn() else { return }
                // Batches are smaller near the end, so that all workers have some.
                let share = max(1, left.count / max(limits.workers, 1))
                let batch = Array(left.batch(atMost: min(limits.mostElements, share), limits.mostBytes, bytes))
                left = left.dropFirst(batch.count)
                running += 1
                tasks.addTask { try await work(batch) }
            }
            tasks.addTask {
                await interruption.wait()
                return nil
            }
            for _ in 0..<limits.workers { start() }
            while running > 0, let result = try await tasks.next() {
                guard let result else {
                    tasks.cancelAll()
                    continue
                }
                running -= 1
                start()
                try each(result)
            }
            tasks.cancelAll()
        }
        return left
    }
}

extension ArraySlice {
    /// The first elements: so many at most, and no more once they have so many bytes; at least one where there is one.
    func batch(atMost count: Int, _ mostBytes: Int64, _ bytes: (Element) -> Int64) -> Self {
        var sum: Int64 = 0
        let full = prefix(count).firstIndex { element in
            defer { sum += bytes(element) }
            return sum >= mostBytes
        }
        return self[startIndex..<Swift.max(full ?? prefix(count).endIndex, Swift.min(startIndex + 1, endIndex))]
    }
}

extension Array {
    /// The elements in their order, so many at a time; the last of the slices may have fewer.
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
