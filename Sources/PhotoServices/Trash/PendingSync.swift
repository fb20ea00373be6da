import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Files and directories that have to be on the disk before the files of a call are done.
struct PendingSync {
    private var open: [MountIdentity: [OpenFile]] = [:]
    private var waiting: [MountIdentity: Set<Int>] = [:]
    private var known: Set<FileIdentity> = []

    /// Makes a file of the call wait for a directory, which is opened only once, whatever its paths.
    mutating func add(_ folder: DirectoryHandle, on mount: MountIdentity, for index: Int) throws(TrashError) {
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

    /// Makes a file of the call wait for another.
    mutating func add(_ file: OpenFile, on mount: MountIdentity, for index: Int) {
        waiting[mount, default: []].insert(index)
        open[mount, default: []].append(file)
    }

    /// Waits. Files whose wait failed get an error, unless they have one.
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
