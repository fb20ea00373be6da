import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Finds out whether copies may be put into a directory: by the rule of destinations it is in no root and around none,
/// in no trash, in no destination and around none, and not among the program's own files.
struct ExportPlace {
    let index: PhotoIndex
    /// The roots of the configuration, which no scan may have read yet; absolute.
    let roots: [FilePath]
    let configured: [Destination]
    let environment: Environment

    /// Checks a directory, which need not exist.
    ///
    /// - Parameter wanted: absolute.
    /// - Returns: the directory with links resolved, and without `.` and `..`.
    /// - Throws: `PipelineError`, `overlap` where no copies may be; errors of the index.
    func checked(_ wanted: FilePath) async throws -> FilePath {
        let directory = ExistingDirectory(wanted).whole
        let overlap = DestinationOverlap()
        let ground = overlap.ground(of: directory)
        func refusal(_ how: String, _ remedy: Remedy? = nil) -> PipelineError {
            PipelineError(.overlap, "The directory \(how); choose another one", path: wanted, remedy: remedy)
        }
        let roots = try index.roots().map(\.path) + roots
        if let (root, relation) = overlap.find(ground, among: roots) {
            throw refusal(relation.words(to: "the library's root \(terminalSafe(root.bytes))"), .listRoots)
        }
        if let mount = overlap.unclearMount(ground, besides: roots) {
            let (how, remedy) = PipelineError.words(ofUnclearMount: mount)
            throw refusal(how, remedy)
        }
        if let trash = overlap.trash(around: ground, homes: HomeTrashPath.all(environment.variables)) {
            throw refusal("is in the trash \(terminalSafe(trash.bytes)), which can be emptied at any time")
        }
        if let own = overlap.directory(around: ground, among: OwnDirectories.all(environment.variables)) {
            throw refusal("is where workphotos stores its own files, in \(terminalSafe(own.bytes))")
        }
        for (name, path) in try await destinations() {
            guard let (_, relation) = overlap.find(ground, among: [path]) else { continue }
            throw refusal(relation.words(to: "the destination '\(terminalSafe(name))'"), .listDestinations)
        }
        if let top = destinationTop(above: directory) {
            throw refusal("is in a destination, whose marker is in \(terminalSafe(top.bytes))", .listDestinations)
        }
        return directory
    }

    /// The directories that destinations are or lead to, with their names.
    private func destinations() async throws -> [(name: String, directory: FilePath)] {
        let known = try index.destinations()
        let book = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
        var found: [(name: String, directory: FilePath)] = []
        for named in book.all {
            // A destination of the configuration may be known at another place.
            let known = named.known.flatMap { try? environment.destinationKinds.spec(parsing: $0.spec) }
            let specs = [named.spec.resolved] + (known.map { [$0.resolved] } ?? [])
            for (number, spec) in specs.enumerated() where number == 0 || spec != specs[0] {
                found += await environment.directories(of: spec).map { (named.name, $0) }
            }
        }
        return found
    }

    /// The nearest directory with a destination's marker, from a directory upwards: that of another index, or of a
    /// destination that is reached by another path.
    private func destinationTop(above directory: FilePath) -> FilePath? {
        var directory = directory
        repeat {
            if DestinationMarker(in: directory) != nil { return directory }
        } while directory.removeLastComponent()
        return nil
    }
}
