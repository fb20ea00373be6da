/// Everything that decides what a photo's file holds, but the picture.
struct Shot {
    /// Where the camera says it was.
    enum Fix {
        case absent
        case null
        case zeroDenominators
        case point(latitude: GPSAngle, longitude: GPSAngle)

        /// What the written rationals say; nil where they say nothing or something invalid.
        var coordinate: GeoPoint? {
            guard case .point(let latitude, let longitude) = self else { return nil }
            return GeoPoint(latitude.value, longitude.value)
        }
    }

    /// Its number in the library, from 0.
    var serial: Int
    let place: Place
    let camera: Camera
    var taken: WallClock
    var fix: Fix
    var quirk: Quirk?
    /// Metres of the 68 % radius as a rational; nil where the camera doesn't say.
    var accuracy: Rational?
    /// GPSProcessingMethod without its character code; nil where the camera doesn't say.
    var processingMethod: String?
    /// Seconds from the position fix to the photo.
    let fixAge: Int
    /// EXIF orientation, 1…8.
    let orientation: Int
    /// The number of the burst's first photo; nil for single photos.
    var burst: Int?

    /// Minutes that clocks at the place are ahead of UTC.
    var offset: Int { place.zone.offset(on: taken.date) }
    var utc: WallClock { taken.advanced(minutes: -offset) }
}
