import PhotoModel
import PhotoPipeline
import SystemPackage

/// A parked file as it was typed, with its new name.
struct ParkedArgument {
    private let typed: String
    private let name: String?

    /// - Parameters:
    ///   - typed: the file.
    ///   - name: the name; nil for the original name, which the parked file's name contains.
    init(_ typed: String, name: String?) {
        self.typed = typed
        self.name = name
    }

    /// The file and its new name.
    ///
    /// - Throws: `Failure` (64) if the path is not the name of a parked file, or if the original name is unknown.
    func file(_ places: ProgramPaths) throws(Failure) -> RestoreNamesAct.File {
        let path = places.absolute(typed)
        guard let parked = ParkedFileName(path) else {
            throw usage("\(terminalSafe(typed)): this is not the name of a parked file")
        }
        if let name { return RestoreNamesAct.File(path: path, name: try own(name)) }
        guard let own = parked.own else {
            throw usage("\(terminalSafe(typed)): its original name is unknown; give it one with --name")
        }
        return RestoreNamesAct.File(path: path, name: own)
    }

    private func own(_ name: String) throws(Failure) -> FilePath {
        let path = FilePath(argument: name)
        guard !path.isAbsolute, path.components.map(\.kind) == [.regular], ParkedFileName(path) == nil else {
            throw usage("--name must be a file name, without directories.")
        }
        return path
    }

    private func usage(_ message: String) -> Failure {
        Failure(.usage, what: "usage", message: message, next: "workphotos undo --help")
    }
}
