import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Merges indexes by way of backups, in a directory of their own.
struct Merges {
    let directory: TemporaryDirectory
    /// The place of the backup that is merged.
    var file: FilePath { directory.path.appending("other.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    /// Opens a backup of an index.
    func other(_ index: PhotoIndex) throws -> OtherIndex {
        try index.backup(to: file, replacing: true)
        return try OtherIndex(at: file, owner: Library.owner)
    }

    /// Merges an index into another.
    @discardableResult
    func merge(
        _ index: PhotoIndex, into own: PhotoIndex, at now: Int64 = 200,
        judge: ([PhotoFacts]) -> Judgement = Library.judge
    ) throws -> MergedIndex {
        try #require(try own.merge(other(index), hashed: [:], at: now, basis: Uploads.basis, judge: judge))
    }
}

extension Uploads {
    /// A library of hashed photos whose only run has ended.
    static func ended(_ files: [ScannedFile]) throws -> Uploads {
        let uploads = try Uploads(
            files.map { file in
                var file = file
                file.sha256 = sha256(of: file.reading.fingerprint)
                return file
            })
        try uploads.index.endRun(uploads.run, at: 11, isComplete: true)
        return uploads
    }

    /// Does something in a run of its own, which has ended then.
    func running<Value>(from began: Int64, _ command: String = "purge", _ body: (Uploads) throws -> Value) throws
        -> Value
    {
        let own = Uploads(library: library, nas: nas, run: try index.beginRun(command, at: began))
        let value = try body(own)
        try index.endRun(own.run, at: began + 1, isComplete: true, counts: ["done": 1])
        return value
    }
}
