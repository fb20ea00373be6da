/// The narrowest interval of longitudes that has a whole polygon; it may cross the antimeridian.
struct LongitudeSpan {
    /// Degrees, −180…180.
    let middle: Double
    /// Degrees, 0…180.
    let halfWidth: Double

    init(of polygon: Polygon) {
        let arcs = polygon.parts.map { Self.arc(of: $0.outer) }.sorted { $0.west < $1.west }
        // The parts in turn from the west; where the next begins beyond what they have reached is a gap. The widest gap
        // is what is left out.
        var reached = arcs[0].west + arcs[0].width
        var widest = (width: 0.0, after: 0.0)
        for arc in arcs.dropFirst() {
            if arc.west - reached > widest.width { widest = (arc.west - reached, reached) }
            reached = max(reached, arc.west + arc.width)
        }
        let last = arcs[0].west + 360 - reached
        if last > widest.width { widest = (last, reached) }
        halfWidth = min(max(180 - widest.width / 2, 0), 180)
        middle = (widest.after + widest.width + halfWidth).remainder(dividingBy: 360)
    }

    /// Where a ring begins in the west, −180..<180, and how many degrees it goes from there to the east.
    private static func arc(of ring: PolygonRing) -> (west: Double, width: Double) {
        let longitudes = ring.positions.map(\.longitude)
        let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
        let rest = west.remainder(dividingBy: 360)
        return (rest == 180 ? -180 : rest, min(east - west, 360))
    }
}
