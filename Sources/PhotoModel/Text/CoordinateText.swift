extension Coordinate {
    /// Reads `LAT,LON` in signed decimal degrees with a point: `37.78,-122.39`. Blanks around the comma are allowed,
    /// and so is what maps copy: degrees with minutes and seconds, and the letters of the compass (`DegreesText`).
    package init(parsing text: String) throws(TextError) {
        if let degrees = DegreesText(text) {
            try self.init(checkingLatitude: degrees.latitude, longitude: degrees.longitude)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = decimal(trimmed(parts[0])), let longitude = decimal(trimmed(parts[1]))
        else {
            throw TextError("a place is written LAT,LON in decimal degrees, as in 37.78,-122.39")
        }
        try self.init(checkingLatitude: latitude, longitude: longitude)
    }

    private init(checkingLatitude latitude: Double, longitude: Double) throws(TextError) {
        if let coordinate = Coordinate(latitude: latitude, longitude: longitude) {
            self = coordinate
            return
        }
        guard (-90...90).contains(latitude) else {
            let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
            let hint = isSwapped ? "; the latitude comes first" : ""
            throw TextError("latitude \(shortest(latitude)) is out of range (-90...90)\(hint)")
        }
        throw TextError("longitude \(shortest(longitude)) is out of range (-180...180)")
    }

    /// The coordinate as `LAT,LON`, in the fewest digits that read back as the same.
    package var text: String { "\(shortest(latitude)),\(shortest(longitude))" }
}
