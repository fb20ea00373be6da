import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Searches trash directories for files that runs of this program have put there. Changes nothing.
struct TrashSearch {
    private let home: HomeTrash
    private let user: UInt32

    init(home: HomeTrash, user: UInt32) {
        self.home = home
        self.user = user
    }

    /// The files in the home trash, and in those of the directories' file systems.
    ///
    /// - Throws: `denied`, `failed`.
    func files(from directories: [FilePath]) throws(TrashError) -> [TrashedFile] {
        var candidates = [Candidate(kind: .home, directory: home.path)]
        for directory in directories {
            for candidate in ownCandidates(of: directory) where !candidates.contains(candidate) {
                candidates.append(candidate)
            }
        }
        var files: [TrashedFile] = []
        for candidate in candidates {
            do throws(TrashError) {
                files += try self.files(in: candidate)
            } catch {
                if error.kind != .missing && error.kind != .refused { throw error }
            }
        }
        return files
    }

    /// A possible trash directory.
    private struct Candidate: Hashable {
        let kind: TrashTicket.Kind
        let directory: FilePath

        func ticket(_ name: FilePath, _ date: WallTime) -> TrashTicket {
            TrashTicket(kind: kind, date: date, directory: directory, name: name)
        }
    }

    /// The trash directories at the top of a directory's file system.
    private func ownCandidates(of directory: FilePath) -> [Candidate] {
        guard let folder = try? ReachedFolder(directory) else { return [] }
        return [
            Candidate(kind: .shared, directory: folder.top.appending(".Trash").appending("\(user)")),
            Candidate(kind: .own, directory: folder.top.appending(".Trash-\(user)")),
        ]
    }

    private func files(in candidate: Candidate) throws(TrashError) -> [TrashedFile] {
        let trash = try OpenTrash(candidate.ticket("-", WallTime(microseconds: 0)), user: user, making: false)
        do throws(Errno) {
            var files: [TrashedFile] = []
            for name in Set(try trash.files.names().map(TrashName.beforeSettingAside)) {
                guard let run = TrashName.run(of: name) else { continue }
                if let file = try file(name, of: run, candidate, trash) { files.append(file) }
            }
            return files
        } catch {
            throw TrashError(error, doing: "the trash \(candidate.directory) cannot be looked through")
        }
    }

    /// A file with its info; nil if there is no info file with a date and a path.
    private func file(_ name: FilePath, of run: Int64, _ candidate: Candidate, _ trash: OpenTrash) throws(Errno)
        -> TrashedFile?
    {
        guard let folder = trash.info else { return nil }
        let own = candidate.ticket(name, WallTime(microseconds: 0))
        var info = try TrashSession.Entry.info(own.infoName, in: folder)
        if info == nil { info = try TrashSession.Entry.info(own.aside.infoName, in: folder) }
        guard let info, let deleted = info.deleted else { return nil }
        return TrashedFile(
            ticket: candidate.ticket(name, deleted).text, run: run, path: own.top.pushing(info.path),
            deleted: LocalTime.moment(deleted))
    }
}
