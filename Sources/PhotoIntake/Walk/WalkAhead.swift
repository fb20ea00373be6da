internal import PhotoFiles

/// A walk on a thread of its own, some hundred directories ahead of the caller: while the caller compares and reads
/// files, the system already looks for the next ones.
package struct WalkAhead {
    /// The number of directories, each of which holds a descriptor, that are passed on together. Waking the other
    /// thread costs more than examining a small directory.
    private static let mostDirectories = 16
    /// The number of files that are passed on together.
    private static let mostEntries = 1024
    /// The number of such parcels at which the walk waits.
    private static let mostParcels = 16

    private let parcels: Ahead<[ExaminedBatch], Walk, Never>
    /// The batches of the parcel taken last, in reverse.
    private var taken: [ExaminedBatch] = []

    /// Starts the walk. ``finish()`` must be called.
    package init(_ start: Walk) {
        parcels = Ahead(most: Self.mostParcels) { give in
            var walk = start
            while let parcel = Self.parcel(&walk), give(parcel) {}
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
    private static func parcel(_ walk: inout Walk) -> [ExaminedBatch]? {
        var parcel: [ExaminedBatch] = []
        var entries = 0
        while parcel.count < mostDirectories, entries < mostEntries, let batch = walk.next() {
            entries += batch.states.count
            parcel.append(batch)
        }
        return parcel.isEmpty ? nil : parcel
    }
}
