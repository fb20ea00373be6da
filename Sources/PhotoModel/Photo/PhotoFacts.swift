/// What one file says of itself: read from its bytes, judged by nobody yet.
///
/// Nil means that the file does not say, or says something that cannot be.
package struct PhotoFacts: Hashable, Sendable {
    /// The format of the content, whatever the name claims.
    package var format: PhotoFormat
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
    /// What the next source says of that, where ``captureTime`` may prove to lie in the future; set by ``take(_:)``.
    package var nextCaptureTime: CaptureTime?
    /// What a source gives as that and is only the beginning of a clock's count, without its offset; set by
    /// ``take(_:)`` where no earlier source has a time.
    package var unsetTime: CaptureTime?
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
    /// What the file itself says of a place or time that an XMP file beside it corrects; else another place that it
    /// says, such as in a second EXIF block or its XMP, or that a neighbour's XMP file of its stem says.
    package var overruled = OverruledFacts()
    /// What the files beside it leave to say.
    package var sidecars: SidecarNotes = []
    /// The file beside the photos of a group that says this; nil for what a photo says of itself.
    ///
    /// A companion, such as a film of low resolution, is judged by its place. What an XMP or Takeout file says is
    /// already in the facts of its photos, as far as it counts. So its own place counts in `never` fences only
    /// (``isOnlyForNever``).
    package var saidBy: SidecarFormat?

    /// Whether this is what an XMP or Takeout file says, of which only a `never` fence counts.
    var isOnlyForNever: Bool { saidBy == .xmp || saidBy == .takeout }

    package init(format: PhotoFormat) {
        self.format = format
    }
}

/// What one source beside a photo's EXIF block says of place, time and camera: a clip's own metadata, XMP, a Takeout
/// file.
///
/// Nil means that the source does not say, or says something that cannot be.
package struct SourceFacts: Hashable, Sendable {
    package var position = Position.absent
    /// The other places that the source says, such as a film in user data beside its keys, the same ones among them.
    package var otherPlaces: [Coordinate] = []
    /// Which source a valid ``position`` is from.
    package var positionSource: PositionSource
    /// As ``PhotoFacts/altitude``.
    package var altitude: Double?
    /// As ``PhotoFacts/horizontalAccuracy``.
    package var horizontalAccuracy: Double?
    /// As ``PhotoFacts/processingMethod``.
    package var processingMethod: String?
    /// As ``PhotoFacts/gpsTime``.
    package var gpsTime: WallTime?
    /// When the photo was taken.
    package var captureTime: CaptureTime?
    /// What the source says of that in another place, such as a film's header: it counts where ``captureTime`` cannot
    /// be one.
    package var nextCaptureTime: CaptureTime?
    /// Whether ``captureTime`` is only known to be when the photo was digitized, or its file made.
    package var isTimeOfDigitizing = false
    /// What it says of when the photo was taken where that is no time; nil where it says a time or nothing.
    package var vagueTime: VagueTime?
    /// The camera's maker, without trailing blanks.
    package var make: String?
    /// The camera's model, without trailing blanks.
    package var model: String?
    /// EXIF orientation, 1…8.
    package var orientation: Int?

    package init(_ source: PositionSource) {
        positionSource = source
    }

    /// The time of capture; the day where XMP says only that, unless the photo was digitized on that day.
    var datedTime: CaptureTime? {
        guard positionSource == .xmp, let vagueTime, let day = vagueTime.day,
            captureTime.map(vagueTime.mayMean) != true
        else { return captureTime }
        return CaptureTime(wall: day, offset: nil, source: .xmp)
    }

    /// What is kept of a file beside a photo, to judge the group by: of a companion place and time, of an XMP or
    /// Takeout file the place, of others nothing.
    ///
    /// - Returns: nil where it says nothing of that.
    package func kept(of format: SidecarFormat) -> SourceFacts? {
        switch format {
        case .companion: return self
        case .xmp where position.coordinate != nil || !otherPlaces.isEmpty, .takeout where position.coordinate != nil:
            var place = SourceFacts(positionSource)
            (place.position, place.otherPlaces) = (position.coordinate.map(Position.valid) ?? .absent, otherPlaces)
            return place
        case .xmp, .takeout, .aae: return nil
        }
    }

    /// What a file beside a photo says of place and time; nil where it says neither.
    package init?(of facts: PhotoFacts) {
        if facts.position == .absent, facts.captureTime == nil { return nil }
        self.init(facts.positionSource ?? .exif)
        (position, altitude, horizontalAccuracy) = (facts.position, facts.altitude, facts.horizontalAccuracy)
        (processingMethod, gpsTime, captureTime) = (facts.processingMethod, facts.gpsTime, facts.captureTime)
        otherPlaces = [facts.overruled.coordinate].compactMap(\.self)
    }

    /// What a second EXIF block, or a second GPS directory in one, says beside the first.
    package init(exif facts: PhotoFacts) {
        positionSource = .exif
        otherPlaces = [facts.overruled.coordinate].compactMap(\.self)
        (position, altitude, horizontalAccuracy) = (facts.position, facts.altitude, facts.horizontalAccuracy)
        (processingMethod, gpsTime) = (facts.processingMethod, facts.gpsTime)
        (captureTime, make, model, orientation) = (facts.captureTime, facts.make, facts.model, facts.orientation)
        if facts.sidecars.contains(.unreadableTime) { vagueTime = VagueTime(days: nil) }
    }
}

extension PhotoFacts {
    /// What a file beside a photo says, as a member of its group (``SourceFacts/kept(of:)``).
    package init(_ said: SourceFacts, by format: SidecarFormat) {
        self.init(format: .jpeg)
        saidBy = format
        add(said)
        if position.coordinate == nil { positionSource = nil }
    }

    /// The place that an XMP file beside a photo says, as a member of its group.
    package init(correctedTo place: Coordinate) {
        var said = SourceFacts(.xmp)
        said.position = .valid(place)
        self.init(said, by: .xmp)
    }

    /// Takes from a source of lower precedence what is not known yet.
    ///
    /// Sources are added in their order: EXIF comes first and is in these facts, then a clip's own metadata, XMP in the
    /// file, Takeout; XMP files beside it correct them (``correct(by:)``). A position that is invalid gives way to a
    /// valid one, and comes with all that its source says of it; of several problems the first is told. The
    /// camera and the orientation count where none is known, and a time as by ``take(_:)``, of XMP also a day; where
    /// one is missing, what cannot be read is noted. Another place that the photo says stays known
    /// (``note(otherPlace:)``): a `never` fence counts there too.
    package mutating func add(_ source: SourceFacts) {
        switch (position, source.position) {
        case (.absent, .valid), (.invalid, .valid):
            position = source.position
            positionSource = source.positionSource
            (altitude, horizontalAccuracy) = (source.altitude, source.horizontalAccuracy)
            (processingMethod, gpsTime) = (source.processingMethod, source.gpsTime)
        case (.absent, .invalid):
            position = source.position
        case (.valid, .valid(let other)) where source.positionSource != .takeout:
            note(otherPlace: other)
        default:
            break
        }
        for other in source.otherPlaces { note(otherPlace: other) }
        if captureTime == nil, let vague = source.vagueTime, vague.days == nil { sidecars.insert(.unreadableTime) }
        take(source.datedTime)
        take(source.nextCaptureTime)
        addDescription(of: source)
    }

    /// Takes the camera and the orientation where none is known.
    mutating func addDescription(of source: SourceFacts) {
        if make == nil, model == nil { (make, model) = (source.make, source.model) }
        if orientation == nil { orientation = source.orientation }
    }

    /// Whether no source of lower precedence has anything to add.
    package var isComplete: Bool {
        position.coordinate != nil && !wantsTime && (make != nil || model != nil) && orientation != nil
    }
}
