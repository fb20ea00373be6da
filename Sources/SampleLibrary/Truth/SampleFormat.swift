/// The format of a sample's file. The raw values are the contract's `format`.
package enum SampleFormat: String, CaseIterable, Sendable {
    case jpeg, heic, mov
}

extension SampleLibrary {
    /// Which formats the files of a library have.
    package enum Formats: Sendable {
        /// JPEG alone.
        case jpeg
        /// Half HEIC, a tenth MOV, the rest JPEG, dealt out by number whatever the camera. Photos with a quirk are
        /// never clips.
        case mixed

        /// The format of the photo with a number in the library, from 0.
        func format(serial: Int) -> SampleFormat {
            switch (self, serial % 10) {
            case (.jpeg, _): .jpeg
            case (.mixed, 5): .mov
            case (.mixed, let digit): digit % 2 == 0 ? .heic : .jpeg
            }
        }
    }
}
