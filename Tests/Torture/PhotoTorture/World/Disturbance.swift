internal import SystemPackage
internal import WorkphotosTestSupport

/// What somebody else did to a library from which photos are removed. Paths are taken from the library's top.
struct Disturbance {
    /// Files that are others' now, and have to stay as they are.
    var intruders: [String: FileState] = [:]
    /// Photos that somebody else took away: nobody has to find them.
    var displaced: Set<String> = []
    /// Photos that have to be in the library when the run is over.
    var staying: Set<String> = []
    /// Photos that may be gone or there when all is over.
    var excused: Set<String> = []
    /// What has to be in the trash when the run is over, by its names there.
    var trashed: Set<String> = []
    /// Whether somebody else took from the trash what was in it, or changed it, so that the copies have to do.
    var isTrashOther = false
    /// Files in the trash that somebody else has changed: nothing may touch them.
    var flipped: [String: FileState] = [:]
    /// Edits that are under way.
    var writers: Writers?
    /// What went wrong while the run was stopped.
    var complaints: [String] = []
}

extension World {
    /// The photos that may be removed and are in the library now.
    var removableAtHome: Set<String> {
        let now = FileState.tree(path("photos"))
        return removable.filter { now[$0] != nil }
    }

    /// Whether somebody else put files into the library, or took some away.
    var isDisturbed: Bool { !disturbance.intruders.isEmpty || !disturbance.displaced.isEmpty }

    /// The photos that may be removed.
    var removable: Set<String> { Set(photos.filter { !$0.stays }.map(\.path)) }

    /// The other files of a photo's group.
    func mates(of path: String) -> Set<String> {
        guard let group = photos.first(where: { $0.path == path })?.group else { return [] }
        return Set(photos.filter { $0.group == group && $0.path != path }.map(\.path))
    }

    /// Demands that every photo stays that has its own name yet: what is parked now may have been asked for already,
    /// but for all others the destination has to be asked after this.
    func demandThatAllStay() { disturbance.staying.formUnion(removableAtHome) }

    /// Takes back what was demanded, since all is as it was.
    func demandNothing() {
        (disturbance.staying, disturbance.excused, disturbance.trashed) = ([], [], [])
    }

    /// Says of none that it has to stay or go.
    func excuseAll() { disturbance.excused.formUnion(removable) }

    /// Notes a file that somebody else put into the library. The rest of a group that has this name stays, whole.
    func noteIntruder(_ path: String, state: FileState?) {
        disturbance.intruders[path] = state
        disturbance.staying.formUnion(mates(of: path).intersection(removable))
    }

    /// Notes that somebody else took a photo away. What is left of its group stays.
    func displace(_ path: String) {
        disturbance.displaced.insert(path)
        disturbance.staying.formUnion(mates(of: path).intersection(removable))
    }
}
