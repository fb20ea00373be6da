package import PhotoPipeline
import Synchronization

/// Makes pictures of nothing: it gives the same answer to all, and counts how often it is asked.
package final class FakePictureMaker: PictureMaker {
    private let answer: Result<[UInt8], PictureFailure>
    private let asked = Mutex<[Picture.Size]>([])

    /// By default nothing here can make a picture.
    package init(_ answer: Result<[UInt8], PictureFailure> = .failure(.unavailable("nothing decodes in this test"))) {
        self.answer = answer
    }

    package func picture(of source: PictureSource, size: Picture.Size) throws(PictureFailure) -> [UInt8] {
        asked.withLock { $0.append(size) }
        return try answer.get()
    }

    /// The sizes that were asked for, in their order.
    package var sizes: [Picture.Size] { asked.withLock(\.self) }
}
