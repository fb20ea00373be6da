package import PhotoModel

/// Photos as a GeoJSON FeatureCollection (RFC 7946), one Feature per line.
package enum PhotoGeoJSON {
    /// The text before the first feature.
    package static let beginning = #"{"type":"FeatureCollection","features":["#
    /// The text after the last feature.
    package static let end = "]}"

    /// One photo, without a line feed. Without a position, the geometry is null (RFC 7946, 3.2).
    package static func feature(_ photo: Photo) -> [UInt8] {
        var feature = JSONLine(type: "Feature")
        if let position = photo.facts.position.coordinate {
            feature.set("geometry") { geometry in
                geometry.set("type", "Point")
                geometry.set("coordinates", [position.longitude, position.latitude])
            }
        } else {
            feature.set("geometry", String?.none)
        }
        feature.set("properties") { properties in
            properties.set(path: photo.path)
            properties.set("takenAt", photo.facts.captureTime?.wall.text)
            properties.set("verdict", photo.judgement?.verdict.rawValue)
            properties.set("reason", photo.judgement?.reason.rawValue)
            properties.set("fence", photo.judgement?.fence)
            properties.set("distance", photo.judgement?.distance)
        }
        return feature.line.dropLast()
    }
}
