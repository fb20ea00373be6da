import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Where and when the photos of a selection were taken: of those that are not gone and say where, well enough to
    /// tell a place, in no order that matters. One statement reads them, and no photo is made.
    ///
    /// - Parameters:
    ///   - selection: which photos; its order and its limit do not count.
    ///   - distance: as for ``photos(matching:distance:_:)``.
    /// - Returns: 16 bytes a photo.
    /// - Throws: `IndexError` where the index cannot be read.
    package func sightings(
        matching selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double
    ) throws(IndexError) -> [Sighting] {
        try read { db in
            let rows = try SelectedRows(
                selection, filter: PhotoFilter(selection, distance: distance),
                columns: "f.root, f.path, \(JudgingRow.columns)", place: 2, cameras: CameraNames(db), db)
            var row = JudgingRow()
            var sightings: [Sighting] = []
            try rows.forEachInAnyOrder { current in
                if current.isNull(2) { return }
                row.read(current, from: 2)
                if let sighting = Sighting(row.facts[0]) { sightings.append(sighting) }
            }
            return sightings
        }
    }
}
