package import PhotoModel

/// Finds and makes pictures of photos, several at a time.
package final class Pictures: Sendable {
    /// A picture of a photo, turned as the photo says.
    ///
    /// Cancelling the calling task ends nothing; what is under way is kept for the next who asks.
    ///
    /// - Parameters:
    ///   - photo: the photo as the index knows it.
    ///   - size: how large.
    /// - Returns: the picture; else why there is none, such as that the file is no longer the one that was judged.
    package func picture(of photo: Photo, size: Picture.Size) async -> Result<Picture, NoPicture> {
        .failure(NoPicture(words: "No picture"))
    }
}

extension Library {
    /// Makes what finds pictures of this library's photos.
    ///
    /// - Parameter environment: what it may reach: variables, threads and the program that decodes.
    /// - Throws: `PipelineError` where the index fails.
    package func pictures(in environment: Environment) throws(PipelineError) -> Pictures {
        Pictures()
    }
}
