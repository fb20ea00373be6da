import PhotoModel

/// How much is worked on together. A batch shares the commits of the journal and the waits for disks.
struct BatchLimits: Sendable {
    /// The most elements in a batch.
    var mostElements: Int
    /// The number of bytes at which a batch is full. Large files gain nothing from sharing waits, and a killed run
    /// should not leave too much unfinished.
    var mostBytes: Int64
    /// How many batches are worked on at the same time.
    var workers = 1

    /// How many copies to check in one call of a service; they share one check of the marker and one wait for the disk.
    /// The number is small enough to be read soon, since the user may want to stop, and leaves some copies for every
    /// worker.
    static func looks(_ workers: Int, of count: Int) -> BatchLimits {
        BatchLimits(
            mostElements: min(64, max(1, (count + workers - 1) / workers)), mostBytes: 8 << 20, workers: workers)
    }

    /// The first of the groups that are left, as many as are worked on together. One that is alone is a batch of its
    /// own, and batches get smaller near the end so that every worker has some.
    func batch<Group: GroupUnderWay>(of left: ArraySlice<Group>) -> [Group] {
        let share = max(1, left.count / workers)
        let together = left.prefix(min(mostElements, share)).prefix { !$0.isAlone }
        return Array(
            (together.isEmpty ? left.prefix(1) : together).batch(atMost: mostElements, mostBytes) { $0.action.bytes })
    }
}

extension ArraySlice {
    /// The first `count` elements, or fewer if they reach the number of bytes before. At least one, unless the
    /// collection is empty.
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
    /// The elements in their order, in slices of `size`; the last may be shorter.
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

extension Environment {
    /// The descriptors that a file being processed needs: itself, its copy, the copy being written, and its directory.
    private static let openForAFile = 4
    /// The descriptors that a worker needs besides: the destination and its marker, rules that are read again.
    private static let openForAWorker = 8
    /// The descriptors that are always open.
    private static let openAlways = 64

    /// Checks that the process may open enough files for any work.
    ///
    /// - Throws: `unknown`.
    package func checkOpenFiles() throws(PipelineError) { try checkOpenFiles(atLeast: Self.openAlways) }

    private func checkOpenFiles(atLeast needed: Int) throws(PipelineError) {
        if openFiles >= needed { return }
        throw PipelineError(
            .unknown,
            "Only \(openFiles) files may be open at the same time, and at least \(needed) are needed",
            remedy: .command("ulimit -n 1024"))
    }

    /// Fewer workers and smaller batches, so that all files being worked on can be open at the same time: a worker that
    /// waited for a descriptor might wait for others that wait as well.
    ///
    /// - Parameters:
    ///   - limits: the limits where enough files may be open.
    ///   - files: the number of files of the largest element.
    /// - Returns: the limits; at least one worker with batches of one element.
    /// - Throws: `unknown`, where not even one element's files can be open.
    func fitted(_ limits: BatchLimits, filesOfElement files: Int) throws(PipelineError) -> BatchLimits {
        let element = Self.openForAFile * max(files, 1)
        try checkOpenFiles(atLeast: Self.openAlways + Self.openForAWorker + element)
        let free = openFiles - Self.openAlways
        var limits = limits
        limits.workers = min(max(limits.workers, 1), free / (Self.openForAWorker + element))
        limits.mostElements = min(
            limits.mostElements, (free / limits.workers - Self.openForAWorker) / element)
        return limits
    }
}
