internal import PhotoFiles

/// A walk on a thread of its own, some directories ahead of the caller: while the caller compares and reads
/// files, the system already looks for the next ones.
package struct WalkAhead {
    /// The number of directories, each of which holds a descriptor, that are passed on together at most. Waking the
    /// other thread costs more than examining a small directory.
    private static let mostDirectories = 8
    /// The number of files from which fewer directories are passed on together.
    private static let mostEntries = 1024
    /// The number of such parcels at which the walk waits at the latest.
    private static let mostParcels = 16

    private let parcels: LookAhead<[ExaminedBatch], Walk, Never>
    /// The batches of the parcel taken last, in reverse.
    private var taken: [ExaminedBatch] = []

    /// Starts the walk. ``finish()`` must be called.
    ///
    /// - Parameters:
    ///   - start: the walk.
    ///   - descriptors: the number of descriptors that directories may use while they wait for the caller.
    package init(_ start: Walk, descriptors: Int) {
        let directories = min(Self.mostDirectories, max(1, descriptors / 4))
        parcels = LookAhead(most: min(Self.mostParcels, max(1, descriptors / directories))) { give in
            var walk = start
            while let parcel = Self.parcel(&walk, ofAtMost: directories), give(parcel) {}
            return walk
        }
    }

    /// The next batch; nil at the end.
    package mutating func next() -> ExaminedBatch? {
        if taken.isEmpty, let parcel = parcels.next() { taken = parcel.reversed() }
        return taken.popLast()
    }

    /// Ends the walk where it is, and returns it.
    @discardableResult
    package func finish() -> Walk { parcels.finish() }

    /// The walk's next batches; nil at its end.
    private static func parcel(_ walk: inout Walk, ofAtMost directories: Int) -> [ExaminedBatch]? {
        var parcel: [ExaminedBatch] = []
        var entries = 0
        while parcel.count < directories, entries < mostEntries, let batch = walk.next() {
            entries += batch.states.count
            parcel.append(batch)
        }
        return parcel.isEmpty ? nil : parcel
    }
}
