/// Makes the files of a library, a day at a time.
struct PhotoMaker {
    private let library: SampleLibrary
    private var pictures: PictureStore

    init(_ library: SampleLibrary) {
        self.library = library
        pictures = PictureStore(detail: library.detail)
    }

    /// Passes the truth and the bytes of each photo of a day to `body`, in order of time.
    mutating func make<Failure: Error>(
        _ day: Schedule.Day, _ body: (SamplePhoto, [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var names = FileNamer()
        let directory = digits(day.date.parts.year, 4) + "/" + day.date.text(separator: "-") + "/"
        for planned in DayPlanner.shots(on: day, seed: library.seed) {
            let format = library.formats.format(serial: planned.serial)
            let isEdited = library.hasEdited && format == .jpeg && planned.serial % 2 == 1
            let shot = isEdited ? planned.withoutPlace : planned.said(by: format)
            let picture = pictures.picture(for: shot)
            let bytes = file(shot, format, picture, packet: isEdited ? EditorPacket.bytes(shot) : nil)
            let path = directory + names.name(of: shot, format)
            try body(SamplePhoto(shot, format, path: path, bytes: bytes.count, picture: picture), bytes)
        }
    }

    /// The file in a format. Its size differs by at most 500 bytes from that of a JPEG file of the shot without a
    /// packet.
    private func file(
        _ shot: Shot, _ format: SampleFormat, _ picture: PictureStore.Encoded, packet: [UInt8]?
    ) -> [UInt8] {
        var random = SplitMix64(seed: ~library.seed, part: shot.serial)
        let noteSize = library.detail == .full ? random.within(900...3_900) : random.within(120...200)
        let content = SampleExifBlock.Content(
            width: picture.width, height: picture.height, thumbnail: picture.thumbnail, noteSize: noteSize)
        let exif = SampleExifBlock.bytes(shot, content, random: random)
        switch format {
        case .jpeg:
            return PhotoFile.bytes(shot, exif: exif, packet: packet, body: picture.body)
        case .heic:
            return HEICFile.bytes(
                tiff: exif, picture, orientation: shot.orientation, size: exif.count + picture.body.count)
        case .mov:
            return MOVFile.bytes(
                shot, picture, identifier: random.identifier(), detail: library.detail,
                size: exif.count + picture.body.count)
        }
    }
}

extension Shot {
    /// The shot as far as the format can describe it: a clip has no processing method.
    fileprivate func said(by format: SampleFormat) -> Shot {
        guard format == .mov else { return self }
        var shot = self
        shot.processingMethod = nil
        return shot
    }

    fileprivate var withoutPlace: Shot {
        var shot = self
        (shot.fix, shot.quirk, shot.accuracy, shot.processingMethod) = (.absent, nil, nil, nil)
        return shot
    }
}

extension SplitMix64 {
    /// 32 hexadecimal digits in groups, like Apple's identifiers.
    fileprivate mutating func identifier() -> String {
        var text = ""
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text += String(below(16), radix: 16, uppercase: true)
        }
        return text
    }
}

/// Names the photos of one day. All names differ, even if case is ignored.
struct FileNamer {
    /// The last Samsung name without its extension, and the number of photos with it.
    private var lastStem = ""
    private var repeats = 0

    mutating func name(of shot: Shot, _ format: SampleFormat) -> String {
        switch shot.camera.naming {
        case .numbered(let prefix, let ending):
            return prefix + digits(shot.serial % 9_999 + 1, 4) + Self.ending(of: format, like: ending)
        case .pixel:
            return "PXL_" + Self.stem(shot.utc) + shot.utc.subSecond(digits: 3) + Self.ending(of: format, like: ".jpg")
        case .samsung:
            let stem = Self.stem(shot.taken)
            repeats = stem == lastStem ? repeats + 1 : 0
            lastStem = stem
            let number = repeats == 0 ? "" : "_" + digits(repeats, 3)
            return stem + number + Self.ending(of: format, like: ".jpg")
        }
    }

    /// The extension of a format, in capitals if the camera's own is.
    private static func ending(of format: SampleFormat, like own: String) -> String {
        guard format != .jpeg else { return own }
        return own == own.uppercased() ? ".\(format.rawValue.uppercased())" : ".\(format.rawValue)"
    }

    private static func stem(_ clock: WallClock) -> String {
        clock.date.text(separator: "") + "_" + clock.timeText(separator: "")
    }
}
