internal import PhotoModel

/// Reads bytes as a fences file, edits what can be read, and reads it again. An edit must never make an invalid file,
/// nor change what it does not name.
enum FenceRoundTrip {
    /// Reads `bytes` as fences and as features to import. Traps if an edit breaks the file.
    static func check(_ bytes: [UInt8]) {
        let file = read(bytes)
        if let file { checkEdits(of: file) }
        for property in [nil, "id"] {
            guard let features = features(bytes, namedBy: property) else { return }
            checkImport(of: features, into: file ?? FenceFile())
            checkImport(of: features, into: FenceFile())
        }
    }

    private static func checkEdits(of file: FenceFile) {
        for property in FenceProperty.all { _ = file.lines(of: property.name) }
        _ = try? file.sending()
        for fence in file.fences.prefix(4) {
            precondition(file.line(ofFence: fence.name) != nil, "a fence stands in no line")
            precondition((try? file.adding(fence)) == nil, "a name was given twice")
            guard let rest = file.removing(name: fence.name) else { fatalError("a fence cannot be removed") }
            guard let fewer = read(rest) else { fatalError("what is left is no file of fences") }
            precondition(fewer.fences == file.fences.filter { $0.name != fence.name })
            if let more = try? fewer.adding(fence) {
                precondition(read(more)?.fences.contains(fence) == true, "what was added is not there")
            }
        }
    }

    private static func checkImport(of features: [MapFeatures.Feature], into file: FenceFile) {
        if let grown = try? file.importing(features, isReplacing: false) {
            precondition(read(grown)?.fences.starts(with: file.fences) == true, "an import changed a fence")
        }
        if let replaced = try? file.importing(features, isReplacing: true) {
            precondition(read(replaced)?.fences.map(\.name).starts(with: file.fences.map(\.name)) == true)
        }
    }

    private static func read(_ bytes: [UInt8]) -> FenceFile? {
        do throws(FenceFileError) {
            return try FenceFile(parsing: bytes)
        } catch {
            precondition(!error.message.isEmpty && error.line > 0)
            return nil
        }
    }

    private static func features(_ bytes: [UInt8], namedBy property: String?) -> [MapFeatures.Feature]? {
        do throws(FenceFileError) {
            var options = MapFeatures.Options(fallbackName: "Imported")
            options.nameProperty = property
            return try MapFeatures(parsing: bytes, options).features
        } catch {
            precondition(!error.message.isEmpty && error.line > 0)
            return nil
        }
    }
}
