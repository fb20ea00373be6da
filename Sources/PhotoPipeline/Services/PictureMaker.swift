package import PhotoFiles

/// Decodes photos outside of this process, where whatever a photo does to a decoder changes nothing.
package protocol PictureMaker: Sendable {
    /// Makes a picture. Blocks the thread until it is there.
    ///
    /// - Parameter source: a JPEG or HEIF file.
    /// - Returns: a JPEG stream, which nobody has checked. A JPEG file is not turned; a HEIF file is, as it says.
    /// - Throws: `unavailable`, `broken`, `unfinished`.
    func picture(of source: PictureSource, size: Picture.Size) throws(PictureFailure) -> [UInt8]
}

/// What a picture is made of.
package enum PictureSource: Sendable {
    /// An open file, whose place moves.
    case file(OpenFile)
    /// A file's bytes.
    case bytes([UInt8])
}

/// Why no picture could be made.
package enum PictureFailure: Error, Hashable, Sendable {
    /// Nothing here can make one of any such file, for the reason that is given: a sentence without a full stop.
    case unavailable(String)
    /// The file cannot be decoded, or not with the memory and the time that it may take.
    case broken
    /// It was ended before it was done, of which the file may not be the cause: another time may do.
    case unfinished
}
