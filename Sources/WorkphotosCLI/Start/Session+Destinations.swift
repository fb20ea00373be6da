import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// The configuration's destinations.
    ///
    /// - Throws: `Failure` (78).
    func configuredDestinations() throws -> [Destination] {
        let configuration = try configuration()
        if configuration.destinations.isEmpty { return [] }
        let own = try places.configuration().path
        return try configuration.destinations.map { setting in
            let path = setting.path ?? own
            do throws(PipelineError) {
                let spec = try environment.destinationKinds.spec(reading: setting.spec, path: places.expanded)
                return Destination(
                    name: setting.name, spec: spec, definition: Destination.Definition(path: path, line: setting.line))
            } catch {
                throw Failure(
                    .configuration, what: "configuration", message: error.message, path: path, line: setting.line)
            }
        }
    }

    /// Where the destinations of copies are looked up.
    ///
    /// - Throws: `Failure` (78).
    func destinationPlaces() throws -> DestinationPlaces {
        let places = places
        return DestinationPlaces(
            configured: try configuredDestinations(), require: try configuration().purge.require,
            path: { places.expanded($0) })
    }

    /// The settings for opening destinations, from the configuration, the command line and the environment.
    ///
    /// - Throws: `Failure` (78).
    func destinationSettings() throws(Failure) -> DestinationSettings {
        let configuration = try configuration()
        var settings = DestinationSettings(variables: environment.variables)
        settings.tables = configuration.kindTables.mapValues { table in
            table.mapValues { value in
                if case .path(let path) = value { .path(places.expanded(path.string)) } else { value }
            }
        }
        settings.limit = limit ?? configuration.uploadLimit
        do {
            try environment.destinationKinds.check(settings)
        } catch {
            let (path, line) = place(of: "\(error.table).\(error.key)", in: configuration)
            throw Failure(
                .configuration, what: "configuration", message: "\(error.key) in [\(error.table)]: \(error.message)",
                path: path, line: line)
        }
        return settings
    }

    /// Adds the settings for opening destinations to the environment.
    ///
    /// - Parameter onlyReads: whether nothing may be written, not even a renewed token.
    /// - Throws: `Failure` (78).
    func environmentWithSettings(onlyReads: Bool = false) throws(Failure) -> PhotoPipeline.Environment {
        var environment = environment
        environment.destinationSettings = try destinationSettings()
        environment.destinationSettings.keepsTokens = !onlyReads
        return environment
    }

    /// The named destinations in the configuration and the index.
    func destinationBook() throws -> DestinationBook {
        try DestinationBook(
            configured: try configuredDestinations(), index: try places.index(), owner: environment.owner,
            kinds: environment.destinationKinds)
    }

    func destination(_ text: String) throws -> Destination {
        try destinationBook().find(text, path: places.expanded)
    }

    /// An error about a destination, with file and line added if it concerns `[upload] to`.
    ///
    /// - Throws: `Failure` (78).
    func placed(_ error: PipelineError) throws -> PipelineError {
        let configuration = try configuration()
        guard error.kind == .configuration, error.path == nil, !configuration.uploadTo.isEmpty else { return error }
        var error = error
        (error.path, error.line) = place(of: "upload.to", in: configuration)
        return error
    }

    func destinationList() throws -> DestinationList {
        DestinationList(
            path: try places.index(), configured: try configuredDestinations(),
            environment: try environmentWithSettings())
    }

    /// Makes the editor of the index's destinations.
    ///
    /// - Parameter roots: roots besides those of the index and the configuration.
    func destinationEdit(onlyReads: Bool, roots: [FilePath] = []) throws -> DestinationEdit {
        DestinationEdit(
            path: try places.index(), configured: try configuredDestinations(),
            roots: try configuration().roots.map(places.expanded) + roots,
            environment: try environmentWithSettings(onlyReads: onlyReads))
    }
}
