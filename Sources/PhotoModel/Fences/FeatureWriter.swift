/// Writes a fence as a GeoJSON feature.
struct FeatureWriter {
    let style: JSONStyle

    /// The feature without anything around it.
    func bytes(of fence: Fence, sending: FenceSending) -> [UInt8] {
        var properties = [("name", quoted(fence.name)), ("kind", quoted(fence.kind.rawValue))]
        properties += scheduleProperties(fence.schedule)
        if let folder = sending.folder { properties.append(("folder", quoted(folder.text))) }
        if let to = sending.to { properties.append(("to", quoted(to))) }
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

    private func scheduleProperties(_ schedule: FenceSchedule) -> [(String, String)] {
        let (hours, except) = (schedule.hours.map { quoted($0.text) }, schedule.except.map { quoted($0.text) })
        let members: [(String, String?)] = [
            ("hours", hours.isEmpty ? nil : style.list(hours)),
            ("timeZone", schedule.timeZone.map(quoted)),
            ("from", schedule.from.map { quoted($0.text) }),
            ("until", schedule.until.map { quoted($0.text) }),
            ("except", except.isEmpty ? nil : style.list(except)),
        ]
        return members.compactMap { name, value in value.map { (name, $0) } }
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
