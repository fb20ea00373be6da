internal import PhotoIntake
internal import PhotoModel

/// Reads bytes as a map file and imports its features as fences. An import must never make an invalid file.
enum MapImport {
    /// Reads `bytes`. Traps if an import breaks the fences file.
    static func check(_ bytes: [UInt8]) {
        guard let kind = MapReader.kind(of: bytes), let content = try? MapReader.read(bytes, kind: kind) else { return }
        var options = MapFeatures.Options(fallbackName: "Imported")
        (options.radius, options.isSkippingInvalid) = (50, true)
        guard let source = try? MapFeatures(content, options) else { fatalError("nothing was left out") }
        guard let imported = try? FenceFile().importing(source.features, isReplacing: false) else { return }
        guard let file = try? FenceFile(parsing: imported) else { fatalError("an import broke the file") }
        precondition(file.fences.map(\.shape) == source.features.map(\.shape), "an import changed a shape")
    }
}
