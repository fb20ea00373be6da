import PhotoModel
import PhotoPipeline

/// What runs put into the trash and is there, in words for people.
struct TrashText {
    /// Groups, files and bytes.
    static func size(of runs: [TrashedRun]) -> String {
        let (groups, files) = (runs.reduce(0) { $0 + $1.groups }, runs.reduce(0) { $0 + $1.files })
        let bytes = runs.reduce(0) { $0 + $1.bytes }
        return "\(groups.counting("group")) (\(files.counting("file")), \(bytes.byteSize))"
    }

    /// The same, with whose it is and how to free it.
    static func sentence(_ runs: [TrashedRun]) -> String {
        let numbers = runs.map { "\($0.run)" }.joined(separator: ", ")
        return "\(size(of: runs)) of run\(runs.count == 1 ? "" : "s") \(numbers); "
            + "workphotos runs --empty-trash \(runs.count == 1 ? numbers : "RUN") frees the space"
    }
}

extension JSONLine {
    /// `trash`: the runs of which something is in the trash; null where nobody looked.
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
