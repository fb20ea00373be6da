internal import PhotoIntake
internal import PhotoModel

/// Reads bytes as a map's file, and what of it can become fences is imported: that may never make a file that is none.
enum MapImport {
    /// Reads `bytes`. Ends the process where an import breaks the file of fences.
    static func check(_ bytes: [UInt8]) {
        guard let kind = MapReader.kind(of: bytes), let content = try? MapReader.read(bytes, kind: kind) else { return }
        var options = FeatureSource.Options(fallbackName: "Imported")
        (options.radius, options.isSkippingInvalid) = (50, true)
        guard let source = try? FeatureSource(content, options) else { fatalError("nothing was left out") }
        guard let imported = try? FenceFile().importing(source.features, isReplacing: false) else { return }
        guard let file = try? FenceFile(parsing: imported) else { fatalError("an import broke the file") }
        precondition(file.fences.map(\.shape) == source.features.map(\.shape), "an import changed a shape")
    }
}
