import GRDB
package import PhotoModel

extension PhotoIndex {
    /// When and where the photos of a selection were taken, for those that are not gone and whose position is precise
    /// enough to identify a place, in no particular order. Reads them with one statement, without making photos.
    ///
    /// - Parameter selection: which photos; its order and limit are ignored.
    /// - Returns: 16 bytes a photo.
    /// - Throws: `IndexError` where the index cannot be read.
    package func sightings(matching selection: PhotoSelection) throws(IndexError) -> [Sighting] {
        try read { db in
            let rows = try SelectedRows(
                selection, filter: PhotoFilter(selection),
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
