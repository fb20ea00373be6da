import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// What may be removed, by the configuration.
    ///
    /// - Throws: `Failure` (78).
    func purgeSettings() throws(Failure) -> PurgeSettings {
        let configuration = try configuration()
        var settings = configuration.purge
        settings.parallel = configuration.upload.parallel
        let home = environment.variables["HOME"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
        do {
            settings.keep = try KeepPatterns(configuration.keep, home: home).globs
        } catch {
            let (path, line) = place(of: "purge.keep", in: configuration)
            throw Failure(
                .configuration, what: "no-home", message: "keep in [purge]: \(error.message)", path: path, line: line)
        }
        return settings
    }

    /// Where the destinations of copies are looked for.
    ///
    /// - Throws: `Failure` (78).
    func destinationPlaces() throws -> DestinationPlaces {
        let places = places
        return DestinationPlaces(
            configured: try configuredDestinations(), require: try configuration().purge.require,
            path: { places.expanded($0) })
    }

    /// What runs put into the trash and is there still.
    ///
    /// - Returns: the runs; nil where nobody can look, since there is no home.
    /// - Throws: `PipelineError` where the index fails.
    func trash(_ library: Library) throws(PipelineError) -> [TrashedRun]? {
        do {
            return try library.trash(in: environment)
        } catch  where error.kind == .noHome {
            return nil
        }
    }
}
