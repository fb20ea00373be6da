import PhotoModel
import PhotoPipeline
import SystemPackage

/// What one call finds out before it gives out tickets: the home trash, the trash of each directory. Only looks.
struct TrashPreparation {
    private let user: UInt32
    private let home: Result<HomeTrash, TrashError>
    private let date: WallTime
    private var folders = LibraryFolders()
    private var choices: [FilePath: TrashChoice] = [:]
    private var session: TrashSession

    /// - Parameters:
    ///   - variables: the environment, which says where the home trash is.
    ///   - user: the user's number.
    ///   - date: when the files are trashed, on the clock on the wall.
    init(variables: [String: String], user: UInt32, date: WallTime) {
        self.user = user
        self.date = date
        home = Result { () throws(TrashError) in try HomeTrash(variables: variables, user: user) }
        session = TrashSession(user: user)
    }

    /// Chooses where a file is parked.
    ///
    /// - Throws: `noHome`, `refused`, `missing`, `denied`, `taken`, `failed`.
    mutating func ticket(for path: FilePath, run: Int64, number: Int) throws(TrashError) -> TrashTicket {
        let home = try home.get()
        let parent = try folders.parent(of: path)
        let choice = try choice(for: parent.folder, home)
        for again in 0..<1000 {
            let name = TrashName.inTrash(parent.name, run: run, number: number, again: again)
            let ticket = TrashTicket(kind: choice.kind, date: date, directory: choice.directory, name: name)
            if try isFree(ticket) { return ticket }
        }
        throw TrashError(.taken, "every name that it could get in the trash is taken")
    }

    private mutating func choice(for folder: ReachedFolder, _ home: HomeTrash) throws(TrashError) -> TrashChoice {
        if let known = choices[folder.path] { return known }
        guard folder.folder.isWritable else {
            throw TrashError(.denied, "nothing may be removed from its directory")
        }
        let choice = try TrashChoice(for: folder, home: home, user: user)
        choices[folder.path] = choice
        return choice
    }

    private mutating func isFree(_ ticket: TrashTicket) throws(TrashError) -> Bool {
        guard let trash = try session.present(ticket) else { return true }
        do throws(Errno) {
            if try trash.info?.status(ticket.infoName) != nil { return false }
            if try trash.files.status(ticket.name) != nil { return false }
            return try trash.files.status(ticket.aside.name) == nil
        } catch {
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be used")
        }
    }
}
