internal import SystemPackage
internal import WorkphotosTestSupport

/// What someone else did to a library during a removal. Paths are relative to the library.
struct Disturbance {
    /// Files of others, which must not change.
    var intruders: [String: FileState] = [:]
    /// Photos that someone else took away, which need not exist any more.
    var displaced: Set<String> = []
    /// Photos that must be in the library after the run.
    var staying: Set<String> = []
    /// Photos that may be removed or not at the end.
    var excused: Set<String> = []
    /// Names that must be in the trash after the run.
    var trashed: Set<String> = []
    /// Whether someone else removed or changed files in the trash, so that only the copies remain.
    var isTrashOther = false
    /// Files in the trash that someone else changed. They must not be touched.
    var flipped: [String: FileState] = [:]
    /// Edits in progress.
    var writers: Writers?
    /// Errors while the run was stopped.
    var complaints: [String] = []
}

extension World {
    /// The photos that may be removed and are in the library now.
    var removableAtHome: Set<String> {
        let now = FileState.tree(path("photos"))
        return removable.filter { now[$0] != nil }
    }

    /// Whether someone else added files to the library or took some away.
    var isDisturbed: Bool { !disturbance.intruders.isEmpty || !disturbance.displaced.isEmpty }

    /// The photos that may be removed.
    var removable: Set<String> { Set(photos.filter { !$0.stays }.map(\.path)) }

    /// The other files of a photo's group.
    func mates(of path: String) -> Set<String> {
        guard let group = photos.first(where: { $0.path == path })?.group else { return [] }
        return Set(photos.filter { $0.group == group && $0.path != path }.map(\.path))
    }

    /// Requires every photo that still has its own name to stay. The copy of a parked photo may already have been
    /// checked, but that of any other must be checked after this.
    func demandThatAllStay() { disturbance.staying.formUnion(removableAtHome) }

    /// Removes all requirements, because everything is as before.
    func demandNothing() {
        (disturbance.staying, disturbance.excused, disturbance.trashed) = ([], [], [])
    }

    /// Allows every photo to stay or to be removed.
    func excuseAll() { disturbance.excused.formUnion(removable) }

    /// Records a file that someone else added to the library. The rest of its group stays complete.
    func noteIntruder(_ path: String, state: FileState?) {
        disturbance.intruders[path] = state
        disturbance.staying.formUnion(mates(of: path).intersection(removable))
    }

    /// Records a photo that someone else took away. The rest of its group stays.
    func displace(_ path: String) {
        disturbance.displaced.insert(path)
        disturbance.staying.formUnion(mates(of: path).intersection(removable))
    }
}
