internal import PhotoModel

/// Reads bytes as a fences file, and what can be read is changed and read again: an edit may never make a file that is
/// none, nor change what it does not name.
enum FenceRoundTrip {
    /// Reads `bytes` as a file of fences and as features to import. Ends the process where an edit breaks the file.
    static func check(_ bytes: [UInt8]) {
        guard let file = read(bytes) else { return }
        for fence in file.fences.prefix(4) {
            guard let rest = file.removing(name: fence.name) else { fatalError("a fence cannot be removed") }
            guard let fewer = read(rest) else { fatalError("what is left is no file of fences") }
            precondition(fewer.fences == file.fences.filter { $0.name != fence.name })
            if let more = try? fewer.adding(fence) {
                precondition(read(more)?.fences.contains(fence) == true, "what was added is not there")
            }
        }
        guard let source = try? FeatureSource(parsing: bytes, fallbackName: "Imported") else { return }
        if !file.fences.isEmpty, let taken = try? file.importing(source.features, isReplacing: false) {
            precondition(read(taken)?.fences.starts(with: file.fences) == true, "an import changed a fence")
        }
        if let replaced = try? file.importing(source.features, isReplacing: true) {
            precondition(read(replaced)?.fences.map(\.name) == file.fences.map(\.name), "an import lost a fence")
        }
        if let imported = try? FenceFile().importing(source.features, isReplacing: false) {
            precondition(read(imported) != nil, "what was imported is no file of fences")
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
}
