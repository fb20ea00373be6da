/// Writes a fence as a GeoJSON feature.
struct FeatureWriter {
    let style: JSONStyle

    /// The feature without anything around it.
    func bytes(of fence: Fence, sending: FenceSending) -> [UInt8] {
        var properties = [("name", quoted(fence.name)), ("kind", quoted(fence.kind.rawValue))]
        let terms = FenceTerms(schedule: fence.schedule, sending: sending)
        properties += FenceProperty.all.compactMap { property in text(of: property, terms).map { (property.name, $0) } }
        let (radius, geometry) = parts(of: fence.shape)
        if let radius { properties.append(("radius", radius)) }
        let feature = [
            ("type", quoted("Feature")), ("properties", style.object(properties, depth: 1)), ("geometry", geometry),
        ]
        return Array(style.object(feature, depth: 0).utf8)
    }

    /// The property `radius` of a circle, which no other shape has, and the geometry.
    func parts(of shape: FenceShape) -> (radius: String?, geometry: String) {
        switch shape {
        case .circle(let center, let radius):
            let position = [shortest(center.longitude), shortest(center.latitude)]
            let geometry = [("type", quoted("Point")), ("coordinates", style.list(position))]
            return (shortest(radius), style.object(geometry, depth: 1))
        case .polygon(let polygon): return (nil, style.object(members(of: polygon), depth: 1))
        }
    }

    /// A Polygon where there is one part, else a MultiPolygon (RFC 7946, sections 3.1.6 and 3.1.7).
    private func members(of polygon: Polygon) -> [(String, String)] {
        let parts = polygon.parts.map { part in
            style.list(
                part.rings.map { ring in
                    style.list(ring.positions.map { style.list([shortest($0.longitude), shortest($0.latitude)]) })
                })
        }
        let isOne = parts.count == 1
        return [
            ("type", quoted(isOne ? "Polygon" : "MultiPolygon")), ("coordinates", isOne ? parts[0] : style.list(parts)),
        ]
    }

    /// The JSON of a property; nil where the fence does not have it.
    func text(of property: FenceProperty, _ terms: FenceTerms) -> String? {
        let texts = property.texts(terms).map(quoted)
        return property.isList && !texts.isEmpty ? style.list(texts) : texts.first
    }

    /// A JSON string (RFC 8259, section 7) with as few escapes as may be.
    func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
