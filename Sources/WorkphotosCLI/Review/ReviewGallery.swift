import PhotoModel
import PhotoPipeline
import PhotoReview
import Synchronization
import SystemPackage

/// The pictures of the photos of a page, by their rows.
final class ReviewGallery: Sendable {
    private let paths = Mutex<[FilePath]>([])
    private let library: Library
    private let pictures: Pictures
    private let threads: BlockingThreads

    init(_ session: Session) throws {
        library = try session.unjudgedLibrary()
        pictures = try library.pictures(by: try session.rules(), in: session.environment)
        threads = session.environment.threads
    }

    /// Takes the photos of all rows.
    func show(_ paths: [FilePath]) { self.paths.withLock { $0 = paths } }

    /// The picture of a row's photo, or why there is none; nil if there is no such row.
    func picture(row: Int, _ size: PictureSize) async -> ReviewPicture? {
        guard let path = paths.withLock({ $0.indices.contains(row) ? $0[row] : nil }) else { return nil }
        return await withTaskExecutorPreference(threads) {
            guard let photo = try? library.photo(at: path) else {
                return .placeholder("It is not in the library any more")
            }
            switch await pictures.picture(of: photo, size: size == .small ? .small : .large) {
            case .success(let picture):
                guard let kind = ReviewPicture.Kind(rawValue: picture.type.rawValue) else {
                    return .placeholder("No picture that browsers show")
                }
                return .image(picture.bytes, kind)
            case .failure(let none): return .placeholder(none.words)
            }
        }
    }
}
