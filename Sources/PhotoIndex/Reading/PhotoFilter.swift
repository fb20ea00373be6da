import PhotoModel

/// What of a selection the database does not decide: the exact distance, and the pattern that the path matches.
struct PhotoFilter {
    private let near: (center: Coordinate, meters: Double)?
    private let pattern: Glob?
    private let distance: (Coordinate, Coordinate) -> Double

    init(_ selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double) {
        near = selection.near
        pattern = selection.path.map(Glob.init)
        self.distance = distance
    }

    /// Whether every photo passes.
    var isEmpty: Bool { near == nil && pattern == nil }

    /// - Parameters:
    ///   - coordinate: where the photo was taken.
    ///   - path: gives its whole path; asked where that matters alone.
    /// - Returns: whether the photo passes.
    func passes(_ coordinate: Coordinate?, path: () -> [UInt8]) -> Bool {
        isNear(coordinate) && pattern.map { $0.matches(path()) } ?? true
    }

    private func isNear(_ coordinate: Coordinate?) -> Bool {
        guard let near else { return true }
        guard let coordinate else { return false }
        return distance(near.center, coordinate) <= near.meters
    }
}
