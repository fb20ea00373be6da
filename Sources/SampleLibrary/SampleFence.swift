/// A circular fence in `fences.geojson`.
package struct SampleFence: Hashable, Sendable {
    /// The kind of a fence. The raw values are those in `fences.geojson`.
    package enum Kind: String, Sendable {
        case work, never
    }

    /// The unique name.
    package let name: String
    /// Whether photos inside are work, or never work.
    package let kind: Kind
    /// The centre's latitude, in degrees north of the equator.
    package let latitude: Double
    /// The centre's longitude, in degrees east of Greenwich.
    package let longitude: Double
    /// The radius in metres along the ellipsoid.
    package let radius: Double

    var centre: GeoPoint { GeoPoint(latitude, longitude) }
}

extension SampleFence {
    /// The fences of every sample library. `Daycare` overlaps `Harbour Office`; the others are separate.
    package static let all = [harbourOffice, northOffice, clientSite, home, daycare]

    static let harbourOffice = SampleFence(
        name: "Harbour Office", kind: .work, latitude: 53.5413, longitude: 9.9841, radius: 150)
    static let northOffice = SampleFence(
        name: "North Office", kind: .work, latitude: 55.9445, longitude: -3.2056, radius: 120)
    static let clientSite = SampleFence(
        name: "Client Site", kind: .work, latitude: -34.8885, longitude: -56.1601, radius: 300)
    static let home = SampleFence(
        name: "Home", kind: .never, latitude: 53.5715, longitude: 9.953, radius: 100)
    static let daycare = SampleFence(
        name: "Daycare", kind: .never, latitude: 53.5421, longitude: 9.9858, radius: 60)

    /// The fences as an RFC 7946 FeatureCollection of Points with `name`, `kind` and `radius`.
    package static var geoJSON: String {
        let features = all.map { fence in
            """
                {"type": "Feature",
                 "geometry": {"type": "Point", "coordinates": [\(fence.longitude), \(fence.latitude)]},
                 "properties": {
                    "name": "\(fence.name)", "kind": "\(fence.kind.rawValue)", "radius": \(Int(fence.radius))}}
            """
        }
        return "{\"type\": \"FeatureCollection\", \"features\": [\n" + features.joined(separator: ",\n") + "\n]}\n"
    }
}
