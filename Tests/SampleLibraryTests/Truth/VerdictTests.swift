import Foundation
import SampleLibrary
import Testing

struct VerdictTests {
    private static let sample = SampleLibrary(photos: 400, seed: 12, detail: .small).photos()
    private var photos: [SamplePhoto] { Self.sample }

    /// Metres between two near points by the radii of curvature of WGS 84 at their middle; within 1 mm at 500 m.
    private func metres(_ photo: SamplePhoto, _ fence: SampleFence) -> Double? {
        guard let latitude = photo.latitude, let longitude = photo.longitude else { return nil }
        let middle = (latitude + fence.latitude) / 2 * .pi / 180
        let square = 0.00669437999014, bend = 1 - square * sin(middle) * sin(middle)
        let prime = 6_378_137 / bend.squareRoot(), meridian = 6_378_137 * (1 - square) / (bend * bend.squareRoot())
        let north = (latitude - fence.latitude) * .pi / 180 * meridian
        let east = (longitude - fence.longitude) * .pi / 180 * prime * cos(middle)
        return (north * north + east * east).squareRoot()
    }

    @Test func `Verdicts follow from the distances to the fences`() {
        for photo in photos where photo.latitude != nil && photo.reason != .nearBoundary {
            let inside = SampleFence.all.filter { fence in
                metres(photo, fence).map { $0 <= fence.radius } ?? false
            }
            if inside.contains(where: { $0.kind == .never }) {
                #expect(photo.verdict == .personal && photo.reason == .neverFence)
            } else if inside.isEmpty {
                #expect(photo.verdict == .personal && photo.reason == .outsideFences)
            } else {
                #expect(photo.verdict == .work && photo.reason == .insideFence)
            }
        }
    }

    @Test func `A photo nearer to a boundary than its accuracy is unsure`() throws {
        let unsure = photos.filter { $0.reason == .nearBoundary }
        #expect(!unsure.isEmpty)
        for photo in unsure {
            let nearest = try #require(
                SampleFence.all.compactMap { fence in
                    metres(photo, fence).map { abs($0 - fence.radius) }
                }.min())
            #expect(photo.verdict == .unsure)
            #expect(nearest < 0.555 * (photo.horizontalAccuracy ?? 1_000))
        }
    }

    @Test func `The distance is that to the boundary of the deciding fence`() throws {
        for photo in photos where photo.fence != nil {
            let fence = try #require(SampleFence.all.first { $0.name == photo.fence })
            let distance = try #require(metres(photo, fence)) - fence.radius
            #expect(abs(try #require(photo.distance) - distance) < 0.01)
        }
    }

    @Test func `No photo is within a metre of a boundary, and those at an edge are within seven`() throws {
        for photo in photos {
            let distances = SampleFence.all.compactMap { fence in metres(photo, fence).map { abs($0 - fence.radius) } }
            guard let nearest = distances.min() else { continue }
            #expect(nearest > 0.99)
            if photo.quirk != nil { #expect(nearest < 7) }
        }
    }

    @Test func `Photos without a position are unsure, for the right reason`() {
        for photo in photos where photo.latitude == nil {
            #expect(photo.verdict == .unsure)
            #expect(photo.reason == (photo.positionProblem == nil ? .noPosition : .invalidPosition))
            #expect(photo.fence == nil && photo.horizontalAccuracy == nil && photo.gpsTime == nil)
        }
    }

    @Test func `The fences are written as GeoJSON points with a radius`() throws {
        let json = try JSONSerialization.jsonObject(with: Data(SampleFence.geoJSON.utf8))
        let collection = try #require(json as? [String: Any])
        #expect(collection["type"] as? String == "FeatureCollection")
        let features = try #require(collection["features"] as? [[String: Any]])
        for (feature, fence) in zip(features, SampleFence.all) {
            let properties = try #require(feature["properties"] as? [String: Any])
            let geometry = try #require(feature["geometry"] as? [String: Any])
            #expect(geometry["coordinates"] as? [Double] == [fence.longitude, fence.latitude])
            #expect(properties["name"] as? String == fence.name)
            #expect(properties["kind"] as? String == fence.kind.rawValue)
            #expect(properties["radius"] as? Double == fence.radius)
        }
        #expect(features.count == SampleFence.all.count)
    }
}
