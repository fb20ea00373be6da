/// The truth about one photo of a sample library, which a program's output is compared with.
///
/// Names and formats are those of the `photo` line of `--json`; nil means that the photo lacks a value, or that it is
/// invalid.
package struct SamplePhoto: Sendable {
    /// The verdict by the fences' circles and the position's accuracy. The raw values are the contract's `verdict`.
    package enum Verdict: String, Sendable {
        case work, personal, unsure
    }

    /// The deciding rule. The raw values are the contract's `reason`.
    package enum Reason: String, Sendable {
        case noPosition = "no-position"
        case invalidPosition = "invalid-position"
        case neverFence = "never-fence"
        case insideFence = "inside-fence"
        case outsideFences = "outside-fences"
        case nearBoundary = "near-boundary"
    }

    /// The path relative to the library, in ASCII.
    package let path: String
    package let bytes: Int
    package let format: SampleFormat
    /// The file's mtime, which equals the capture time: milliseconds since 1970-01-01T00:00:00Z.
    package let modified: Int
    /// Signed decimal degrees of the written rationals; for a clip, to ten digits.
    package let latitude: Double?
    /// Signed decimal degrees of the written rationals; for a clip, to ten digits.
    package let longitude: Double?
    /// Why the photo's position is invalid: `null-island` or `zero-denominator`; nil otherwise.
    package let positionProblem: String?
    /// Metres above sea level.
    package let altitude: Double?
    /// GPSHPositioningError in metres; for a clip, to six digits.
    package let horizontalAccuracy: Double?
    /// GPSProcessingMethod without its character code. A clip has none.
    package let processingMethod: String?
    /// GPSDateStamp and GPSTimeStamp: `2026-05-01T08:00:00Z`. A clip has none.
    package let gpsTime: String?
    /// Wall time with the digits of SubSecTimeOriginal: `2026-05-01T10:00:00.123`; for a clip, without them.
    package let takenAt: String
    /// OffsetTimeOriginal: `+02:00`. Every clip has it.
    package let utcOffset: String?
    /// The place's offset from UTC, whether or not the photo contains it.
    package let placeOffset: String
    /// The camera's maker.
    package let make: String
    /// The camera's model.
    package let model: String
    /// Columns of the stored picture.
    package let width: Int
    /// Rows of the stored picture.
    package let height: Int
    /// EXIF orientation: 1, 3, 6 or 8.
    package let orientation: Int
    /// The length of the embedded thumbnail. A clip has none.
    package let thumbnailBytes: Int?
    /// The name of the place it was taken at.
    package let place: String
    /// `edge-inside`, `edge-outside`, `null-island`, `zero-denominator`; nil for ordinary photos.
    package let quirk: String?
    /// The number of the burst's first photo in the library; nil for single photos.
    package let burst: Int?
    /// Whether it was taken from Monday to Friday, from 08:00 until before 18:00 wall time.
    package let inWorkingHours: Bool
    /// The verdict by the circles in `fences.geojson` and the position's accuracy. The fences have no hours.
    package let verdict: Verdict
    package let reason: Reason
    /// The deciding fence; nil if there is none.
    package let fence: String?
    /// Metres from the position to that fence's boundary, negative inside.
    package let distance: Double?
    /// The fence with the nearest boundary among those whose centre is within 100 km.
    package let nearestFence: String?
    /// Metres to its boundary, negative inside.
    package let nearestDistance: Double?
}

extension SamplePhoto {
    /// The expected contents of a shot's file, and the verdict.
    init(_ shot: Shot, _ format: SampleFormat, path: String, bytes: Int, picture: PictureStore.Encoded) {
        let isClip = format == .mov
        let point = shot.fix.coordinate
        let nearby = point.map(Judge.nearby) ?? []
        let deciding = Judge.deciding(nearby)
        self.path = path
        self.bytes = bytes
        self.format = format
        modified = shot.utc.milliseconds
        latitude = point?.latitude
        longitude = point?.longitude
        positionProblem = shot.positionProblem
        altitude = point.map { _ in Double(shot.altitude) / 100 }
        horizontalAccuracy = shot.accuracy?.value
        processingMethod = shot.processingMethod
        gpsTime = isClip ? nil : shot.fixTime.map { Self.stamp($0) + "Z" }
        let fraction = isClip ? "" : "." + shot.taken.subSecond(digits: shot.camera.subSecondDigits)
        takenAt = Self.stamp(shot.taken) + fraction
        placeOffset = Zone.text(offset: shot.offset)
        utcOffset = isClip || shot.camera.writesOffset ? placeOffset : nil
        make = shot.camera.make
        model = shot.camera.model
        width = picture.width
        height = picture.height
        orientation = shot.orientation
        thumbnailBytes = isClip ? nil : picture.thumbnail.count
        place = shot.place.label
        quirk = shot.quirk?.rawValue
        burst = shot.burst
        inWorkingHours = (1...5).contains(shot.taken.date.weekday) && (8..<18).contains(shot.taken.hour)
        (verdict, reason) = Self.judgement(shot, nearby)
        fence = deciding?.fence.name
        distance = deciding?.distance
        nearestFence = nearby.first?.fence.name
        nearestDistance = nearby.first?.distance
    }

    private static func stamp(_ clock: WallClock) -> String {
        clock.date.text(separator: "-") + "T" + clock.timeText(separator: ":")
    }

    private static func judgement(_ shot: Shot, _ nearby: [Judge.Nearby]) -> (Verdict, Reason) {
        switch shot.fix {
        case .absent: return (.unsure, .noPosition)
        case .null, .zeroDenominators: return (.unsure, .invalidPosition)
        case .point: break
        }
        let readings = Judge.readings(nearby, accuracy: shot.reach)
        if Set(readings.map { verdict(Judge.deciding($0)).0 }).count > 1 { return (.unsure, .nearBoundary) }
        return verdict(Judge.deciding(nearby))
    }

    private static func verdict(_ deciding: Judge.Nearby?) -> (Verdict, Reason) {
        switch deciding?.fence.kind {
        case .never: (.personal, .neverFence)
        case .work: (.work, .insideFence)
        case nil: (.personal, .outsideFences)
        }
    }
}

extension Shot {
    /// The 68 % radius of the position in metres; nil if the photo has none. A position from cell towers or a network
    /// without an accuracy counts as a kilometre.
    fileprivate var reach: Double? {
        if let accuracy { return accuracy.value }
        return ["CELLID", "NETWORK", "WLAN"].contains(processingMethod) ? 1_000 : nil
    }

    /// The contract's name for the position's problem; nil if there is none.
    fileprivate var positionProblem: String? {
        switch fix {
        case .absent, .point: nil
        case .null: "null-island"
        case .zeroDenominators: "zero-denominator"
        }
    }
}

/// The format of a sample's file. The raw values are the contract's `format`.
package enum SampleFormat: String, CaseIterable, Sendable {
    case jpeg, heic, mov
}

extension SampleLibrary {
    /// The formats of a library's files.
    package enum Formats: Sendable {
        /// Only JPEG.
        case jpeg
        /// Half HEIC, a tenth MOV, the rest JPEG, by the photos' numbers and independent of the camera. Photos with a
        /// quirk are never clips.
        case mixed

        /// The format of the photo with this number, from 0.
        func format(serial: Int) -> SampleFormat {
            switch (self, serial % 10) {
            case (.jpeg, _): .jpeg
            case (.mixed, 5): .mov
            case (.mixed, let digit): digit % 2 == 0 ? .heic : .jpeg
            }
        }
    }
}
