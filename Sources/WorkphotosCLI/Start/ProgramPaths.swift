import PhotoPipeline
import SystemPackage

/// Where the program's files are: flag, then variable, then the XDG base directories.
struct ProgramPaths {
    private let options: GlobalOptions
    private let environment: PhotoPipeline.Environment

    init(options: GlobalOptions, environment: PhotoPipeline.Environment) {
        self.options = options
        self.environment = environment
    }

    /// The index.
    ///
    /// - Throws: `Failure` where nothing says where it is.
    func index() throws(Failure) -> FilePath {
        if let given = given(options.index, "WORKPHOTOS_INDEX") { return given }
        return try base(.state, for: "index").appending("workphotos/index.sqlite")
    }

    /// The configuration, and whether the user named it: a file of that name has to be there then.
    ///
    /// - Throws: `Failure` where nothing says where it is.
    func configuration() throws(Failure) -> (path: FilePath, isNamed: Bool) {
        if let given = given(options.config, "WORKPHOTOS_CONFIG") { return (given, true) }
        return (try base(.configuration, for: "config").appending("workphotos/config.toml"), false)
    }

    /// The fences.
    ///
    /// - Throws: `Failure` where nothing says where they are.
    func fences() throws(Failure) -> FilePath {
        if let given = given(options.fences, "WORKPHOTOS_FENCES") { return given }
        return try configuration().path.removingLastComponent().appending("fences.geojson")
    }

    /// A path as the user typed it, made absolute; `~` is the shell's business.
    func absolute(_ text: String) -> FilePath {
        environment.currentDirectory.pushing(FilePath(argument: text))
    }

    /// A path of the configuration or of a destination's spec, where `~/` is the home directory: in `folder:~/copies`
    /// no shell sees to it.
    func expanded(_ text: String) -> FilePath {
        guard text == "~" || text.hasPrefix("~/"), let home = environment.variables["HOME"] else {
            return absolute(text)
        }
        return FilePath(home).pushing(FilePath(String(text.dropFirst(2))))
    }

    private func given(_ flag: String?, _ variable: String) -> FilePath? {
        (flag ?? environment.variables[variable].flatMap { $0.isEmpty ? nil : $0 }).map(absolute)
    }

    private func base(_ directory: BaseDirectory, for flag: String) throws(Failure) -> FilePath {
        if let path = directory.all(environment.variables).first { return path }
        throw Failure(
            .configuration, what: "no-home",
            message: "No home directory is known: neither HOME nor \(directory.variable) is set",
            next: "workphotos scan DIR --\(flag) FILE")
    }
}
