import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// The removal settings in the configuration.
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

    /// Where the destinations of copies are looked up.
    ///
    /// - Throws: `Failure` (78).
    func destinationPlaces() throws -> DestinationPlaces {
        let places = places
        return DestinationPlaces(
            configured: try configuredDestinations(), require: try configuration().purge.require,
            path: { places.expanded($0) })
    }
}
