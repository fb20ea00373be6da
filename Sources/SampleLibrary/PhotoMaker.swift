/// Makes the files of a library, a day at a time.
struct PhotoMaker {
    private let detail: SampleLibrary.Detail
    private let seed: UInt64
    private var pictures: PictureStore

    init(detail: SampleLibrary.Detail, seed: UInt64) {
        self.detail = detail
        self.seed = seed
        pictures = PictureStore(detail: detail)
    }

    /// Hands out the truth and the bytes of each photo of a day, in the order they were taken.
    mutating func make<Failure: Error>(
        _ day: Schedule.Day, _ body: (SamplePhoto, [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var names = FileNamer()
        let directory = digits(day.date.parts.year, 4) + "/" + day.date.text(separator: "-") + "/"
        for shot in DayPlanner.shots(on: day, seed: seed) {
            let picture = pictures.picture(for: shot)
            let bytes = file(shot, picture)
            let path = directory + names.name(of: shot)
            try body(SamplePhoto(shot, path: path, bytes: bytes.count, picture: picture), bytes)
        }
    }

    private func file(_ shot: Shot, _ picture: PictureStore.Encoded) -> [UInt8] {
        var random = SplitMix64(seed: ~seed, part: shot.serial)
        let noteSize = detail == .full ? random.within(900...3_900) : random.within(120...200)
        let content = ExifBlock.Content(
            width: picture.width, height: picture.height, thumbnail: picture.thumbnail, noteSize: noteSize)
        return PhotoFile.bytes(
            shot, exif: ExifBlock.bytes(shot, content, random: random), body: picture.body)
    }
}
