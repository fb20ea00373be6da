import PhotoIndex
package import PhotoModel
package import SystemPackage

/// The library's photos in and near the shape of a new fence.
package struct FenceGround: Sendable {
    /// The number of photos inside.
    package let photos: Int
    /// Metres from the boundary to the nearest photo; nil if one is inside, or no photo has a position.
    package let nearest: Double?
    /// The number of photos inside the circle with latitude and longitude swapped; 0 if that is no valid position, and
    /// for a polygon.
    package let photosIfSwapped: Int

    /// Examines every position of the index. Nothing is written.
    ///
    /// - Parameters:
    ///   - shape: the shape.
    ///   - path: the index.
    ///   - owner: who uses it.
    /// - Returns: nil where there is no index yet.
    /// - Throws: `PipelineError` where the index cannot be read.
    package static func look(
        at shape: FenceShape, in path: FilePath, owner: String
    ) throws(PipelineError) -> FenceGround? {
        let index: PhotoIndex
        do {
            index = try PhotoIndex.open(forReadingAt: path, owner: owner)
        } catch {
            if case .missing = error { return nil }
            throw PipelineError(error)
        }
        var (counter, swapped) = (PhotoCounter(shape), shape.swapped.map(PhotoCounter.init))
        try translatingIndexErrors {
            try index.positions { position in
                counter.add(position)
                swapped?.add(position)
            }
        }
        return FenceGround(
            photos: counter.photos, nearest: counter.photos == 0 ? counter.nearest : nil,
            photosIfSwapped: swapped?.photos ?? 0)
    }
}

/// Counts the photos in a shape.
private struct PhotoCounter {
    private let shape: MeasuredShape
    private let box: BoundingBox
    private(set) var photos = 0
    private(set) var nearest: Double?

    init(_ shape: FenceShape) {
        self.shape = MeasuredShape(shape)
        box = shape.boundingBox(margin: 0)
    }

    mutating func add(_ position: Coordinate) {
        let isNear = box.contains(position)
        // Once one is inside, the nearest no longer matters.
        guard isNear || photos == 0 else { return }
        let distance = shape.distance(to: position)
        if distance <= 0 { photos += 1 }
        nearest = min(nearest ?? .infinity, max(distance, 0))
    }
}

extension FenceShape {
    /// The same circle with latitude and longitude swapped; nil if that is no valid position or the same circle, and
    /// for a polygon.
    package var swapped: FenceShape? {
        guard case .circle(let center, let radius) = self, center.latitude != center.longitude,
            let other = Coordinate(latitude: center.longitude, longitude: center.latitude)
        else { return nil }
        return .circle(center: other, radius: radius)
    }
}
