import PhotoIndex
package import PhotoModel
package import SystemPackage

extension Library {
    /// Places in the library that could become fences.
    ///
    /// - Parameters:
    ///   - selection: the photos to consider; its order and limit are ignored.
    ///   - fewest: the least number of photos of a place.
    /// - Returns: the suggestions, the most probable work places first.
    package func suggestions(
        matching selection: PhotoSelection, fewest: Int, fences: [Fence]
    ) throws -> [FenceSuggestion] {
        let sightings = try index.sightings(matching: selection)
        return FenceSuggestion.all(from: CrowdedPlace.all(in: sightings, fewest: fewest), fences: fences)
    }

    /// Whether there are photos, and none of them says where it was taken.
    ///
    /// - Parameter selection: the photos to consider; its order and limit are ignored.
    /// - Returns: false where there is no photo.
    package func lacksPlaces(matching selection: PhotoSelection) throws -> Bool {
        if try !index.sightings(matching: selection).isEmpty { return false }
        var isEmpty = true
        try photos(matching: selection) { _ in
            isEmpty = false
            return false
        }
        return !isEmpty
    }

    /// The first and the last photo of a suggested place, by the time of capture; those without a time come last.
    ///
    /// - Parameter selection: the photos that were considered; its place, order and limit are ignored.
    /// - Returns: their paths; nil where there is none any more.
    package func ends(
        of suggestion: FenceSuggestion, matching selection: PhotoSelection
    ) throws -> (first: FilePath, last: FilePath)? {
        var selection = selection
        selection.near = PhotoSelection.Circle(center: suggestion.center, meters: suggestion.radius)
        (selection.order, selection.limit) = (.taken, 1)
        let paths = try [false, true].compactMap { isReversed -> FilePath? in
            selection.isReversed = isReversed
            var path: FilePath?
            try photos(matching: selection) { photo in
                path = photo.path
                return false
            }
            return path
        }
        return paths.count == 2 ? (paths[0], paths[1]) : nil
    }
}
