/// What a photo's own file says of a place or a time, where an XMP file beside it, or its own EXIF block, says
/// something else that counts.
package struct OverruledFacts: Hashable, Sendable {
    /// The place; nil where the file has none, or the same. Of several the first (``PhotoFacts/note(otherPlace:)``).
    package var coordinate: Coordinate?
    /// The time; nil where the file has none, or the same.
    package var captureTime: CaptureTime?

    package init() {}
}

/// What the files beside a photo, and the photo itself, leave to say of its facts. The raw values stand in the index.
package struct SidecarNotes: OptionSet, Hashable, Sendable {
    /// The notes as bits.
    package let rawValue: Int64

    /// The notes of some bits.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// An XMP file beside it gives its place or its time.
    package static let corrected = SidecarNotes(rawValue: 1)
    /// An XMP file beside it is there and cannot be read: nobody knows what it corrects.
    package static let unreadable = SidecarNotes(rawValue: 2)
    /// An XMP file that gave its place or its time does not any more: it is gone, or says neither.
    package static let lost = SidecarNotes(rawValue: 4)
    /// A Takeout file says another time than the photo, so that it is another's and its place only
    /// counts in a `never` fence.
    package static let takeoutDiffers = SidecarNotes(rawValue: 8)

    /// An XMP file beside it says when it was taken, and that cannot be read or is another month.
    package static let unclearTime = SidecarNotes(rawValue: 16)

    /// The photo and XMP files of its stem say more than two places.
    package static let morePlaces = SidecarNotes(rawValue: 32)

    /// The photo itself says when it was taken, and that cannot be read.
    package static let unreadableTime = SidecarNotes(rawValue: 64)

    private static let words: [(SidecarNotes, String)] = [
        (.corrected, "corrected"), (.unreadable, "unreadable"), (.lost, "lost"),
        (.takeoutDiffers, "takeout-differs"), (.unclearTime, "unclear-time"),
        (.morePlaces, "more-places"), (.unreadableTime, "unreadable-time"),
    ]

    /// The contract's `sidecarNotes`: a word for each.
    package var names: [String] { Self.words.filter { contains($0.0) }.map(\.1) }

    /// The notes with these words. What a word of a later version says is not known here, so it counts as a doubt.
    package init(names: [String]) {
        self = names.reduce(into: []) { notes, name in
            notes.insert(Self.words.first { $0.1 == name }?.0 ?? .unreadable)
        }
    }

    /// Notes with which nobody knows where and when a photo was taken.
    static let doubts: SidecarNotes = [.unreadable, .lost, .unclearTime, .morePlaces]

    /// The notes of a new reading of a photo, by those of the reading before it.
    package func following(_ before: SidecarNotes) -> SidecarNotes {
        let isLost = !contains(.corrected) && !before.isDisjoint(with: [.corrected, .lost])
        return isLost ? union(.lost) : self
    }
}

extension PhotoFacts {
    /// Takes what XMP files beside the photo say: other programs write them to correct it.
    ///
    /// The first that says a place or a time counts, before the photo's own file; what that says instead stays in
    /// ``overruled``. A place comes with its accuracy, method and fix; where it is the file's own, these stay the
    /// file's. A time comes with its offset; where it is what the file's clock showed, the file's offset stays. The
    /// time of digitizing corrects no other time. Camera and orientation are only added where none is known.
    ///
    /// - Parameter corrections: what the files say, by descending precedence.
    package mutating func correct(by corrections: [SourceFacts]) {
        let places = corrections.filter { $0.position != .absent }
        if let place = places.first(where: { $0.position.coordinate != nil }) ?? places.first {
            correctPlace(by: place)
        }
        let isKnown = captureTime != nil
        let times = corrections.filter { $0.captureTime != nil && !(isKnown && $0.isTimeOfDigitizing) }
        if let time = (times.first { !$0.isTimeOfDigitizing } ?? times.first)?.captureTime { correctTime(by: time) }
        for correction in corrections { addDescription(of: correction) }
    }

    /// Takes what XMP files beside the photo say of when it was taken without its hour, after all sources of its time.
    ///
    /// A day that the photo's time is not on corrects it (``CaptureTime/isDateOnly``). With another month or year, and
    /// with what cannot be read, nobody knows when it was taken (``SidecarNotes/unclearTime``). Nothing is taken where
    /// one of the files says a time.
    ///
    /// - Parameter corrections: what the files say, by descending precedence.
    package mutating func correctDay(by corrections: [SourceFacts]) {
        guard !corrections.contains(where: { $0.captureTime != nil && !$0.isTimeOfDigitizing }),
            let said = corrections.lazy.compactMap(\.vagueTime).first
        else { return }
        if let captureTime, said.mayMean(captureTime) { return }
        if let day = said.day {
            correctTime(by: CaptureTime(wall: day, offset: nil, source: .xmp))
        } else if captureTime != nil || said.days == nil {
            sidecars.insert(.unclearTime)
        }
    }

    /// Takes the place, and what a Takeout file says of the photo's time, unless it contradicts the photo's own: then
    /// it is the file of another photo.
    ///
    /// - Parameter later: the times from sources of lower precedence, such as the fix and the name. If the photo has no
    ///   time of its own, the first of these that may be one stands for it; where the file contradicts that, its time
    ///   does not count either.
    package mutating func add(takeout said: SourceFacts, before later: [CaptureTime] = []) {
        var said = said
        let own = captureTime ?? later.first { !$0.isClockZero }
        if let own, let time = said.captureTime, own.isOfAnotherDay(than: time) {
            if said.position != .absent { sidecars.insert(.takeoutDiffers) }
            said.position = .absent
            if captureTime == nil { said.captureTime = nil }
        }
        add(said)
    }

    /// The capture time as the photo's own file says it, with the offset that it gives: a correction takes no file out
    /// of its group.
    package var uncorrectedTime: CaptureTime? {
        guard let time = overruled.captureTime else { return ownCaptureTime }
        var facts = self
        facts.captureTime = time
        return facts.ownCaptureTime
    }

    /// What an XMP file beside the photo says otherwise than these facts: an earlier file came first.
    ///
    /// - Returns: its place and its time as far as they are others; nil where neither is. The time of digitizing is
    ///   none.
    package func difference(in said: SourceFacts) -> OverruledFacts? {
        var other = OverruledFacts()
        if let place = said.position.coordinate, position.coordinate?.isWritten(as: place) != true {
            other.coordinate = place
        }
        if let time = said.captureTime, !said.isTimeOfDigitizing, captureTime?.isWritten(as: time) != true {
            other.captureTime = time
        }
        return other == OverruledFacts() ? nil : other
    }

    /// Keeps another place that the photo, or an XMP file of its stem, says: only `never` fences count there. One is
    /// kept in ``overruled``; with a third place nobody judges the photo (``SidecarNotes/morePlaces``), unless it is
    /// one of the two but for the four decimals of a film.
    package mutating func note(otherPlace other: Coordinate) {
        if let own = position.coordinate, own.isWritten(as: other) { return }
        guard let known = overruled.coordinate else { return overruled.coordinate = other }
        let isKnown = [position.coordinate, known].contains { $0?.isWritten(as: other, within: 0.0001) == true }
        if !isKnown { sidecars.insert(.morePlaces) }
    }

    /// Keeps the places that a source says (``note(otherPlace:)``).
    package mutating func note(placesOf said: SourceFacts) {
        for place in [said.position.coordinate].compactMap(\.self) + said.otherPlaces { note(otherPlace: place) }
    }

    private mutating func correctPlace(by said: SourceFacts) {
        sidecars.insert(.corrected)
        let (own, other) = (position.coordinate, overruled.coordinate)
        position = said.position
        positionSource = said.position.coordinate == nil ? nil : said.positionSource
        if let own, let new = position.coordinate, own.isWritten(as: new) { return }
        overruled.coordinate = own
        if let other { note(otherPlace: other) }
        (altitude, horizontalAccuracy) = (said.altitude, said.horizontalAccuracy)
        (processingMethod, gpsTime) = (said.processingMethod, said.gpsTime)
    }

    private mutating func correctTime(by said: CaptureTime) {
        sidecars.insert(.corrected)
        guard let own = captureTime else {
            captureTime = said
            return
        }
        var time = said
        if own.wall.isInSecond(of: said.wall) {
            time.wall = own.wall
            time.offset = own.isOnlyUTC ? said.offset ?? own.offset : own.offset ?? said.offset
        } else if !own.isWritten(as: said) {
            overruled.captureTime = own
            if !said.isCertainlyPast, own.mayReplace(said) { nextCaptureTime = own }
        }
        captureTime = time
    }
}

extension Coordinate {
    /// Degrees by which two programs write one place differently: 1 m.
    private static let precision = 0.00001

    /// Whether another coordinate is the same place, but for rounding.
    func isWritten(as other: Coordinate, within degrees: Double = precision) -> Bool {
        abs(latitude - other.latitude) <= degrees && abs(longitude - other.longitude) <= degrees
    }
}

extension CaptureTime {
    /// Whether another time is the same on the wall or the same moment, but for the fraction of a second.
    fileprivate func isWritten(as other: CaptureTime) -> Bool {
        if wall.isInSecond(of: other.wall) { return true }
        guard let a = utc, let b = other.utc else { return false }
        return a.isInSecond(of: b)
    }
}

extension WallTime {
    /// Whether two times are in one second: XMP often has no fraction.
    fileprivate func isInSecond(of other: WallTime) -> Bool {
        abs(microseconds - other.microseconds) < 1_000_000
    }
}
