import PhotoIndex
package import PhotoModel

extension Library {
    /// Places in the library that could become fences.
    ///
    /// - Parameters:
    ///   - selection: the photos to consider; its order and limit are ignored.
    ///   - fewest: the least number of photos of a place.
    ///   - fences: the existing fences.
    /// - Returns: the suggestions, the most probable work places first.
    /// - Throws: `PipelineError` where the index fails.
    package func suggestions(
        matching selection: PhotoSelection, fewest: Int, fences: [Fence]
    ) throws(PipelineError) -> [FenceSuggestion] {
        let sightings = try translatingIndexErrors {
            try index.sightings(matching: selection, distance: geodesicDistance)
        }
        return FenceSuggestion.all(from: CrowdedPlace.all(in: sightings, fewest: fewest), fences: fences)
    }
}
