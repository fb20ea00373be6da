import PhotoIntake
package import PhotoModel

/// A map's file that a person named, of whatever format: GeoJSON, KML, KMZ or GPX. Its bytes tell.
package enum MapFile {
    /// What of it can become fences.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - options: how it is read.
    /// - Returns: the features, and what is left out.
    /// - Throws: `FenceFileError` where the file cannot be read, or has a shape that means nothing.
    package static func features(
        of bytes: [UInt8], _ options: FeatureSource.Options
    ) throws(FenceFileError) -> FeatureSource {
        guard let kind = MapReader.kind(of: bytes) else { return try FeatureSource(parsing: bytes, options) }
        let content: MapContent
        do {
            content = try MapReader.read(bytes, kind: kind)
        } catch {
            throw FenceFileError(line: error.line ?? 1, problem: .map(message: error.message))
        }
        return try FeatureSource(content, options)
    }
}
