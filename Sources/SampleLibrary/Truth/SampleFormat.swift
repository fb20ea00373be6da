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
