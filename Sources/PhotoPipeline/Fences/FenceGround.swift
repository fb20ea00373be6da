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

    /// Looks for photos in and around a shape. Nothing is written.
    ///
    /// - Returns: nil where there is no index yet.
    package static func look(
        at shape: FenceShape, in path: FilePath, owner: String
    ) throws -> FenceGround? {
        guard let index = try readIndex(at: path, owner: owner) else { return nil }
        let photos = try index.photos(in: shape)
        return FenceGround(
            photos: photos, nearest: photos == 0 ? try index.nearestDistance(to: shape) : nil,
            photosIfSwapped: try shape.swapped.map(index.photos(in:)) ?? 0)
    }

    /// The number of photos inside a circle with latitude and longitude swapped, which mostly is at once known to be 0;
    /// 0 also where photos are inside the circle itself, where there is no index yet, and for a polygon.
    package static func photosIfSwapped(
        _ shape: FenceShape, in path: FilePath, owner: String
    ) throws -> Int {
        guard let swapped = shape.swapped, let index = try readIndex(at: path, owner: owner) else { return 0 }
        let photos = try index.photos(in: swapped)
        return try photos > 0 && index.photos(in: shape) == 0 ? photos : 0
    }
}

extension PhotoIndex {
    /// The distances up to which the nearest photo is looked for, one after the other.
    private static let reaches = [250.0, 1_000, 4_000, 16_000, 64_000, 256_000, .infinity]

    fileprivate func photos(in shape: FenceShape) throws(IndexError) -> Int {
        let measured = MeasuredShape(shape)
        var photos = 0
        try positions(in: shape.boundingBox(margin: 0)) { if measured.distance(to: $0) <= 0 { photos += 1 } }
        return photos
    }

    /// Metres from the boundary to the nearest photo, if none is inside; nil where no photo has a position.
    fileprivate func nearestDistance(to shape: FenceShape) throws(IndexError) -> Double? {
        let measured = MeasuredShape(shape)
        var nearest = Double.infinity
        for reach in Self.reaches {
            try positions(in: shape.boundingBox(margin: reach)) { nearest = min(nearest, measured.distance(to: $0)) }
            if nearest <= reach { break }
        }
        return nearest.isFinite ? nearest : nil
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
