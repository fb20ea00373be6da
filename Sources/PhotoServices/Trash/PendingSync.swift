import PhotoModel
import PhotoPipeline
import SystemPackage

/// What several files of one call wait for: files and directories that have to be on the disk.
struct PendingSync {
    private var open: [MountIdentity: [OpenFile]] = [:]
    private var waiting: [MountIdentity: Set<Int>] = [:]
    private var known: Set<FileIdentity> = []

    /// Has a file of the call wait for a directory, which is opened once, by whatever paths it is known.
    mutating func add(_ folder: TrashFolder, on mount: MountIdentity, for index: Int) throws(TrashError) {
        waiting[mount, default: []].insert(index)
        do throws(Errno) {
            let identity = try folder.identity()
            if known.contains(identity) { return }
            open[mount, default: []].append(try folder.reading())
            known.insert(identity)
        } catch {
            throw TrashError(error, doing: "its directory cannot be made durable")
        }
    }

    /// Has a file of the call wait for another.
    mutating func add(_ file: OpenFile, on mount: MountIdentity, for index: Int) {
        waiting[mount, default: []].insert(index)
        open[mount, default: []].append(file)
    }

    /// Waits; files whose waiting failed get an error, where they have none.
    func wait(_ results: inout [TrashError?]) {
        for (mount, files) in open {
            do throws(Errno) {
                try Durability.sync(files)
            } catch {
                for index in waiting[mount] ?? [] {
                    results[index] = results[index] ?? TrashError(error, doing: "may not be on the disk yet")
                }
            }
        }
    }
}
