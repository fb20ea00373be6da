internal import Glibc
internal import PhotoIntake
internal import PhotoModel
internal import SystemPackage

/// Cleans a file: it is refused, or the copy is hardly longer than the file and our reader finds no position in it.
enum CleanRun {
    /// The most bytes that a copy has beyond the file's: an EXIF block of its own.
    private static let mostAdded = 128

    /// Cleans the file at a path in both depths. Traps if a copy is wrong.
    static func check(_ path: FilePath, writing place: FilePath) {
        for depth in [CleanDepth.location, .all] { check(path, depth, writing: place) }
    }

    private static func check(_ path: FilePath, _ depth: CleanDepth, writing place: FilePath) {
        var reader = PhotoReader()
        guard let file = try? FileDescriptor.open(path, .readOnly) else { fatalError("the input cannot be opened") }
        defer { try? file.close() }
        guard case .success(let reading) = reader.read(descriptor: file.rawValue, path: path, now: 0) else {
            fatalError("the input cannot be read")
        }
        guard case .photo(let facts) = reading.content,
            var cleaning = try? CleanCopy(of: file, saying: facts, depth)
        else { return }
        precondition(cleaning.recipe.size <= Int(reading.fingerprint.size) + mostAdded, "the copy is longer")
        do {
            let copy = try FileDescriptor.open(
                place, .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
            defer {
                try? copy.close()
                _ = unsafe place.withPlatformString { unsafe unlink($0) }
            }
            try cleaning.write { _ = try copy.writeAll($0) }
            try cleaning.prove(copy, at: place)
            guard case .success(let clean) = reader.read(descriptor: copy.rawValue, path: place, now: 0),
                case .photo(let facts) = clean.content
            else { fatalError("the copy cannot be read") }
            precondition(facts.position == .absent, "the copy says a position")
        } catch is CleanFailure {
            return
        } catch {
            fatalError("the copy cannot be written")
        }
    }
}
