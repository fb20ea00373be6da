import PhotoIntake
package import PhotoModel

/// A map's file: GeoJSON, KML, KMZ or GPX, recognised by its bytes.
package enum MapFile {
    /// The features that can become fences.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: where the file cannot be read, or has an invalid shape.
    package static func features(
        of bytes: [UInt8], _ options: MapFeatures.Options
    ) throws(FenceFileError) -> MapFeatures {
        guard let kind = MapReader.kind(of: bytes) else { return try MapFeatures(parsing: bytes, options) }
        let content: MapContent
        do {
            content = try MapReader.read(bytes, kind: kind)
        } catch {
            throw FenceFileError(line: error.line ?? 1, problem: .map(message: error.message))
        }
        return try MapFeatures(content, options)
    }
}
