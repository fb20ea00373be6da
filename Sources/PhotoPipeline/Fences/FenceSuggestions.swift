import PhotoIndex
package import PhotoModel

extension Library {
    /// Places of the library that could be fences.
    ///
    /// - Parameters:
    ///   - selection: the photos that are looked at; its order and its limit do not count.
    ///   - fewest: photos that a place has at least.
    ///   - fences: those there are.
    /// - Returns: the suggestions, the likeliest work first.
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
