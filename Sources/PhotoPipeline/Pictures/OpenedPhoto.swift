import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage

/// A photo's file, open, and the one that was judged.
struct OpenedPhoto {
    let photo: Photo
    let file: OpenFile
    private let fingerprint: Fingerprint

    /// Opens the file of a photo.
    ///
    /// - Throws: where it cannot be opened or has changed since it was judged.
    init(_ photo: Photo, in files: LibraryFiles) throws(NoPicture) {
        guard photo.sidecar == nil else { throw NoPicture(words: "Not a photo") }
        self.photo = photo
        do throws(Errno) {
            file = OpenFile(try files.open(photo.path).rawValue)
            let status = try file.status()
            fingerprint = status.fingerprint
            if status.isRegular, photo.isSame(as: fingerprint) { return }
        } catch {
            throw Self.unreadable(error)
        }
        throw Self.changed
    }

    private static let changed = NoPicture(words: "The file has changed since it was scanned")

    /// What it was judged by may be different.
    static let companyChanged = NoPicture(words: "Files beside it have changed since it was scanned")

    private static func unreadable(_ error: Errno) -> NoPicture {
        NoPicture(words: error == .noSuchFileOrDirectory ? "The file is gone" : "The file cannot be read: \(error)")
    }

    var key: PictureCache.Key { PictureCache.Key(photo.path, fingerprint) }

    /// In bytes.
    var size: Int { Int(clamping: photo.bytes) }

    /// All bytes of the file, which is still as it was.
    func bytes() throws(NoPicture) -> [UInt8] {
        do throws(Errno) {
            let bytes = try file.bytes(atMost: size)
            if bytes.count == size, try file.status().fingerprint == fingerprint { return bytes }
        } catch {
            throw Self.unreadable(error)
        }
        throw Self.changed
    }

    /// The small picture that the file contains for that.
    func thumbnail() -> Picture? {
        if photo.facts.thumbnailBytes == nil { return nil }
        var reader = PhotoReader()
        return reader.picture(in: file, orientation: photo.facts.orientation).map { Picture(bytes: $0, type: .jpeg) }
    }

    // MARK: - What can be done with its format

    /// The type under which browsers show the file as it is; nil if they do not.
    var shownType: Picture.MediaType? { Picture.MediaType(rawValue: photo.mimeType) }

    var isClip: Bool { photo.facts.format.kind == .clip }

    /// Whether it is HEIF inside, whose pictures are turned when they are decoded.
    var isHEIF: Bool { [.heic, .heif, .avif].contains(photo.facts.format) }

    /// Whether ``PictureMaker`` decodes it.
    var isDecodable: Bool { isHEIF || photo.facts.format == .jpeg }

    /// Whether it may contain whole pictures as JPEG streams besides its own: RAW, TIFF and Photoshop's files do. Those
    /// behind a JPEG may be maps of light or depth.
    var containsPreviews: Bool {
        photo.facts.format.kind == .raw || [.tiff, .psd].contains(photo.facts.format)
    }

    /// Whether it is so small that it needs no smaller picture.
    func isSmall(_ most: (bytes: Int, pixels: Int)) -> Bool {
        guard let width = photo.facts.width, let height = photo.facts.height else { return false }
        return size <= most.bytes && width * height <= most.pixels
    }

    // MARK: - Why there is no picture

    private var name: String { photo.formatName.uppercased() }

    /// Says what the file is, and why it is not shown.
    ///
    /// - Parameter why: why nothing can make a picture of such a file; nil where nothing is meant to.
    func without(_ why: String? = nil) -> NoPicture {
        if isClip { return NoPicture(words: "A video (\(name))") }
        return NoPicture(words: "A photo (\(name)): \(why ?? "no picture of it is at hand")")
    }

    /// Nothing could be made of it.
    var broken: NoPicture { NoPicture(words: "A photo (\(name)) that cannot be decoded") }
}
