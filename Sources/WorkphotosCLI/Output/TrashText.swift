import PhotoModel
import PhotoPipeline

/// What runs moved to the trash and is still there, in words.
struct TrashText {
    /// The numbers of photos and bytes.
    static func size(of runs: [TrashedRun]) -> String {
        let (photos, bytes) = (runs.reduce(0) { $0 + $1.photos }, runs.reduce(0) { $0 + $1.bytes })
        return "\(photos.counting("photo")) (\(bytes.byteSize))"
    }

    /// The same, with the runs' numbers and the command that frees the space.
    static func sentence(_ runs: [TrashedRun]) -> String {
        let numbers = runs.map { "\($0.run)" }.joined(separator: ", ")
        return "\(size(of: runs)) of run\(runs.count == 1 ? "" : "s") \(numbers); "
            + "workphotos runs --empty-trash \(runs.count == 1 ? numbers : "RUN") frees the space"
    }
}

extension JSONLine {
    /// Sets `trash`: the runs with files in the trash; null if it was not looked at.
    mutating func set(trash runs: [TrashedRun]?) {
        guard let runs else { return set("trash", String?.none) }
        set("trash", runs) { run, object in
            object.set("id", run.run)
            object.set("removedAt", run.removed.map { UTCInstant(nanoseconds: $0).text })
            object.set("groups", run.groups)
            object.set("files", run.files)
            object.set("bytes", run.bytes)
        }
    }
}
