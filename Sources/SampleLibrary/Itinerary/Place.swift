/// A place where photos are taken.
struct Place {
    /// Its name in the truth.
    let label: String
    let centre: GeoPoint
    /// Metres from the centre within which photos are taken.
    let reach: Double
    /// Metres above sea level.
    let altitude: Int
    let zone: Zone
    /// Its appearance.
    let look: Look
    /// The fence around it. Photos of this place are inside this fence, or outside all fences if it is nil.
    let fence: SampleFence?

    /// A place inside a fence. Photos are not near the boundary.
    init(inside fence: SampleFence, altitude: Int, zone: Zone, look: Look) {
        label = fence.name
        centre = fence.centre
        reach = fence.radius * 0.85
        self.altitude = altitude
        self.zone = zone
        self.look = look
        self.fence = fence
    }

    /// A place outside all fences.
    init(_ label: String, _ latitude: Double, _ longitude: Double, altitude: Int, zone: Zone, look: Look) {
        self.label = label
        centre = GeoPoint(latitude, longitude)
        reach = 220
        self.altitude = altitude
        self.zone = zone
        self.look = look
        fence = nil
    }
}

/// North and east: where the photographer lives and works.
extension Place {
    static let harbourOffice = Place(inside: .harbourOffice, altitude: 8, zone: .germany, look: .harbour)
    static let home = Place(inside: .home, altitude: 22, zone: .germany, look: .garden)
    static let daycare = Place(inside: .daycare, altitude: 8, zone: .germany, look: .garden)
    static let oldTown = Place("Old Town", 53.5503, 9.9920, altitude: 10, zone: .germany, look: .town)
    static let cityPark = Place("City Park", 53.5967, 10.0240, altitude: 15, zone: .germany, look: .garden)
    static let riverBeach = Place("River Beach", 53.5443, 9.8935, altitude: 3, zone: .germany, look: .coast)
}

/// North and west: the second office.
extension Place {
    static let northOffice = Place(inside: .northOffice, altitude: 70, zone: .britain, look: .town)
    static let northHotel = Place("North Hotel", 55.9531, -3.1895, altitude: 60, zone: .britain, look: .town)
    static let castleHill = Place("Castle Hill", 55.9445, -3.1618, altitude: 190, zone: .britain, look: .hills)
}

/// South and west: the client.
extension Place {
    static let clientSite = Place(inside: .clientSite, altitude: 35, zone: .uruguay, look: .site)
    static let clientHotel = Place("Client Hotel", -34.9069, -56.1992, altitude: 25, zone: .uruguay, look: .town)
    static let promenade = Place("Promenade", -34.9200, -56.1500, altitude: 6, zone: .uruguay, look: .coast)
}

/// South and east: the holiday, which crosses a time zone boundary at 140.96° east.
extension Place {
    static let lakes = Place("Lakes", -37.8430, 140.7780, altitude: 60, zone: .southAustralia, look: .outback)
    static let fishingPort = Place("Fishing Port", -37.1650, 139.7600, altitude: 4, zone: .southAustralia, look: .coast)
    static let vineyards = Place("Vineyards", -37.2850, 140.8300, altitude: 60, zone: .southAustralia, look: .garden)
    static let borderRiver = Place("Border River", -38.0440, 141.0080, altitude: 5, zone: .victoria, look: .coast)
    static let lighthouse = Place("Lighthouse", -38.3850, 142.2350, altitude: 8, zone: .victoria, look: .coast)
    static let ranges = Place("Ranges", -37.1400, 142.5200, altitude: 250, zone: .victoria, look: .outback)
}
