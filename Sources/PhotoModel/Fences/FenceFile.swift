/// The contents of `fences.geojson`: an RFC 7946 FeatureCollection in which every feature is a fence.
///
/// A value over the bytes as they were read, so that the same bytes are judged by, hashed and changed.
package struct FenceFile: Sendable {
    /// The bytes of the file.
    package let bytes: [UInt8]
    /// The fences in the file's order.
    package var fences: [Fence] { entries.map(\.fence) }

    /// The fences with where they stand.
    let entries: [FenceEntry]
    /// The array `features`.
    let features: JSONNode
    /// The FeatureCollection.
    let root: JSONNode

    /// Reads the bytes of a file. Every feature must be a fence that this version understands to the last property: one
    /// that is misunderstood would judge wrongly, and one passed over would not judge.
    package init(parsing bytes: [UInt8]) throws(FenceFileError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw FenceFileError(error) }
        self.bytes = bytes
        root = document.root
        features = try FenceDecoder.features(of: root)
        entries = try FenceDecoder.entries(of: features)
    }

    /// What an absent file stands for: a collection without fences, as it would be written.
    package init() {
        let text = "{\n  \"type\": \"FeatureCollection\",\n  \"features\": []\n}\n"
        do { self = try FenceFile(parsing: Array(text.utf8)) } catch { preconditionFailure("\(error)") }
    }

    /// The line in which a fence's name stands, from 1; nil where there is none of that name.
    package func line(ofFence name: String) -> Int? {
        entries.first { $0.fence.name == name }?.nameLine
    }
}

/// A fence and its feature.
struct FenceEntry: Sendable {
    let fence: Fence
    let node: JSONNode
    /// The line of the name.
    let nameLine: Int
}
