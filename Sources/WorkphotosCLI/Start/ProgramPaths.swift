import PhotoModel
import PhotoPipeline
import SystemPackage

/// The paths of the program's files. A flag overrides the environment variable, and that overrides the XDG base
/// directory.
struct ProgramPaths {
    private let options: GlobalOptions
    private let environment: PhotoPipeline.Environment

    init(options: GlobalOptions, environment: PhotoPipeline.Environment) {
        self.options = options
        self.environment = environment
    }

    /// The index.
    ///
    /// - Throws: if no flag, variable or home directory determines its path.
    func index() throws(Failure) -> FilePath {
        if let given = given(options.index, "WORKPHOTOS_INDEX") { return given }
        return try base(.state).appending("workphotos/index.sqlite")
    }

    /// The configuration, and whether the user named it. A named file must exist.
    ///
    /// - Throws: if no flag, variable or home directory determines its path.
    func configuration() throws(Failure) -> (path: FilePath, isNamed: Bool) {
        if let given = given(options.config, "WORKPHOTOS_CONFIG") { return (given, true) }
        return (try base(.configuration).appending("workphotos/config.toml"), false)
    }

    /// The fences.
    ///
    /// - Throws: if no flag, variable or home directory determines their path.
    func fences() throws(Failure) -> FilePath {
        if let given = given(options.fences, "WORKPHOTOS_FENCES") { return given }
        return try configuration().path.removingLastComponent().appending("fences.geojson")
    }

    /// A typed path, made absolute. The shell has already expanded `~`.
    func absolute(_ text: String) -> FilePath {
        environment.currentDirectory.pushing(FilePath(argument: text))
    }

    /// A path in the configuration or in a destination's spec. Expands `~/`, because no shell does in
    /// `folder:~/copies`.
    func expanded(_ text: String) -> FilePath {
        guard text == "~" || text.hasPrefix("~/"), let home = environment.variables["HOME"] else {
            return absolute(text)
        }
        return FilePath(home).pushing(FilePath(String(text.dropFirst(2))))
    }

    private func given(_ flag: String?, _ variable: String) -> FilePath? {
        (flag ?? environment.variables[variable].flatMap { $0.isEmpty ? nil : $0 }).map(absolute)
    }

    private func base(_ directory: BaseDirectory) throws(Failure) -> FilePath {
        if let path = directory.all(environment.variables).first {
            try checkHome(of: path)
            return path
        }
        throw Failure(
            .configuration, what: "no-home",
            message: "No home directory is known: neither HOME nor \(directory.variable) is set")
    }

    private func checkHome(of path: FilePath) throws(Failure) {
        guard let home = BaseDirectory.missingHome(of: path, environment.variables) else { return }
        throw Failure(
            .configuration, what: "no-home",
            message: "There is no home directory: HOME is \(terminalSafe(home.bytes)), which does not exist")
    }
}
