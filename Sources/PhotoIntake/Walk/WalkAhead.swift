internal import PhotoFiles

/// A walk some directories ahead of the caller: one thread lists the directories, another one examines their files,
/// while the caller compares and reads those found before.
package struct WalkAhead {
    /// The number of directories, each of which holds a descriptor, that are passed on together at most. Waking the
    /// other thread costs more than examining a small directory.
    private static let mostDirectories = 8
    /// The number of files from which fewer directories are passed on together.
    private static let mostFiles = 1024
    /// The number of such parcels at which each thread waits at the latest.
    private static let mostParcels = 8

    private let listings: LookAhead<[ListedDirectory], Traversal, Never>
    private let parcels: LookAhead<[ExaminedBatch], Void, Never>
    /// The batches of the parcel taken last, in reverse.
    private var taken: [ExaminedBatch] = []

    /// Starts the walk. ``finish()`` must be called.
    ///
    /// - Parameter descriptors: the number of descriptors that directories may use while they wait for the caller.
    package init(_ walk: Walk, descriptors: Int) {
        let directories = min(Self.mostDirectories, max(1, descriptors / 4))
        let most = min(Self.mostParcels, max(1, descriptors / directories / 2))
        let (start, filter) = (walk.traversal, walk.traversal.filter)
        let listings = LookAhead<[ListedDirectory], Traversal, Never>(most: most) { give in
            var traversal = start
            while let parcel = Self.parcel(of: &traversal, atMost: directories), give(parcel) {}
            return traversal
        }
        parcels = LookAhead(most: most) { give in
            while let parcel = listings.next() {
                if !Self.examine(parcel, filter, give) { return }
            }
        }
        self.listings = listings
    }

    /// The next batch; nil at the end.
    package mutating func next() -> ExaminedBatch? {
        if taken.isEmpty, let parcel = parcels.next() { taken = parcel.reversed() }
        return taken.popLast()
    }

    /// Ends the walk where it is, and returns it.
    @discardableResult
    package func finish() -> Walk {
        parcels.finish()
        return Walk(listings.finish())
    }

    /// The walk's next directories; nil at its end.
    private static func parcel(of traversal: inout Traversal, atMost directories: Int) -> [ListedDirectory]? {
        var parcel: [ListedDirectory] = []
        var files = 0
        while parcel.count < directories, files < mostFiles, let directory = traversal.next() {
            files += directory.files.count
            parcel.append(directory)
        }
        return parcel.isEmpty ? nil : parcel
    }

    /// Examines directories and passes them on together, those with many files piece by piece.
    ///
    /// - Returns: whether to go on.
    private static func examine(
        _ directories: [ListedDirectory], _ filter: EntryFilter, _ give: ([ExaminedBatch]) -> Bool
    ) -> Bool {
        var parcel: [ExaminedBatch] = []
        for directory in directories {
            var examination = Examination(of: directory, filter: filter)
            while let batch = examination.next() {
                parcel.append(batch)
                guard batch.states.count == WalkBatch.mostFiles else { continue }
                if !give(exchange(&parcel, with: [])) { return false }
            }
        }
        return parcel.isEmpty || give(parcel)
    }
}
