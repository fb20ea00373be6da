/// What one file says of itself: read from its bytes, judged by nobody yet.
///
/// Nil means that the file does not say, or says something that cannot be.
package struct PhotoFacts: Hashable, Sendable {
    /// The format of the content, whatever the name claims.
    package var format: PhotoFormat
    /// Where the photo was taken.
    package var position = Position.absent
    /// Where ``position`` came from; nil unless it is valid.
    package var positionSource: PositionSource?
    /// Metres above sea level, negative below (EXIF 3.0, GPSAltitudeRef 1).
    package var altitude: Double?
    /// Radius in metres within which the position lies with 68 % probability (EXIF 3.0, GPSHPositioningError).
    /// More than 0 and at most 100 km.
    package var horizontalAccuracy: Double?
    /// GPSProcessingMethod without its character code: `GPS`, `CELLID`, `NETWORK`, `WLAN` or what else is there.
    package var processingMethod: String?
    /// The moment of the position fix in UTC (GPSDateStamp and GPSTimeStamp).
    package var gpsTime: WallTime?
    /// When the photo was taken.
    package var captureTime: CaptureTime?
    /// The camera's maker, without trailing blanks.
    package var make: String?
    /// The camera's model, without trailing blanks.
    package var model: String?
    /// Columns of the stored picture, before orientation is applied.
    package var width: Int?
    /// Rows of the stored picture, before orientation is applied.
    package var height: Int?
    /// EXIF orientation, 1…8.
    package var orientation: Int?
    /// Length of the embedded thumbnail in bytes.
    package var thumbnailBytes: Int?
    /// How long a clip lasts, in seconds; nil for stills.
    package var duration: Double?
    /// Apple's identifier that a still and its Live Photo clip share.
    package var contentIdentifier: String?

    package init(format: PhotoFormat) {
        self.format = format
    }
}
