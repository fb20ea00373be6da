/// Encodes each picture once.
struct PictureStore {
    struct Encoded {
        let width: Int
        let height: Int
        /// From DQT to EOI.
        let body: [UInt8]
        let thumbnail: [UInt8]

        /// `count` bytes that look like a packed picture.
        func filler(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count)
            while bytes.count < count { bytes += body.prefix(count - bytes.count) }
            return bytes
        }
    }

    private struct Key: Hashable {
        let look: Look
        let shape: Picture.Shape
        let orientation: Int
    }

    private static let texture = Texture(seed: 2_026)

    private let detail: SampleLibrary.Detail
    private var scenes: [Key: Picture] = [:]
    private var encoded: [Key: Encoded] = [:]

    init(detail: SampleLibrary.Detail) {
        self.detail = detail
    }

    /// The picture for a shot, which is upright when displayed by its orientation.
    mutating func picture(for shot: Shot) -> Encoded {
        let key = Key(look: shot.place.look, shape: shot.camera.shape, orientation: shot.orientation)
        if let known = encoded[key] { return known }
        let made = make(key)
        encoded[key] = made
        return made
    }

    private mutating func make(_ key: Key) -> Encoded {
        let picture = scene(key).stored(orientation: key.orientation)
        let small = key.shape.size(width: detail == .full ? 160 : 40)
        let thumbnail = picture.reduced(width: small.width, height: small.height)
        return Encoded(
            width: picture.width, height: picture.height,
            body: JPEGEncoder.body(picture, quality: detail == .full ? 92 : 60),
            thumbnail: JPEGEncoder.thumbnail(thumbnail, quality: detail == .full ? 92 : 25))
    }

    /// The displayed scene, in portrait format for orientations that rotate the picture.
    private mutating func scene(_ key: Key) -> Picture {
        let size = key.shape.size(width: detail == .full ? 800 : 64)
        let isPortrait = key.orientation > 4
        let sceneKey = Key(look: key.look, shape: key.shape, orientation: isPortrait ? 6 : 1)
        if let known = scenes[sceneKey] { return known }
        let made = Scene.picture(
            key.look, texture: Self.texture, width: isPortrait ? size.height : size.width,
            height: isPortrait ? size.width : size.height)
        scenes[sceneKey] = made
        return made
    }
}
