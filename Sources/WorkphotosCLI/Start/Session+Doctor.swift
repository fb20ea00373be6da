import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// Looks at all that a night needs, also where some of it cannot be read.
    ///
    /// - Parameter maxAge: how long ago the last good run may be; nil where nobody asks.
    /// - Returns: what looks.
    /// - Throws: `Failure` (78) where there is no home.
    func checkup(maxAge: Duration?) throws -> Checkup {
        let path = try places.configuration().path
        let read = Result { () throws(PipelineError) in try readConfiguration() }
        let configuration = (try? read.get()) ?? Configuration()
        let places = places
        let settings = CheckSettings(
            index: try places.index(), fences: try places.fences(), configuration: path,
            keys: read.map { SmallFile.exists(path) || !$0.values.isEmpty ? $0.values.count : nil },
            rules: Result { () throws(PipelineError) in try checkedRules() },
            roots: configuration.roots.map(places.expanded),
            places: (try? destinationPlaces())
                ?? DestinationPlaces(configured: [], require: 1, path: { places.expanded($0) }),
            uploads: try? uploads(configuration), purge: (try? purgeSettings()) ?? configuration.purge,
            google: configuration.google, maxAge: maxAge)
        return Checkup(settings, in: (try? environmentWithSettings()) ?? environment)
    }

    private func uploads(
        _ configuration: Configuration
    ) throws -> (request: DestinationRequest, settings: UploadSettings) {
        let places = places
        let request = DestinationRequest(
            to: nil, standard: configuration.uploadTo, configured: try configuredDestinations(), creation: .never,
            path: { places.expanded($0) })
        return (request, try uploadSettings(fences: rules().fences))
    }

    /// The configuration, with all that the commands which work by it refuse.
    private func readConfiguration() throws(PipelineError) -> Configuration {
        do {
            let configuration = try configuration()
            try checkConfiguration()
            return configuration
        } catch {
            throw PipelineError(.configuration, saying: error)
        }
    }

    private func checkedRules() throws(PipelineError) -> JudgingRules {
        do {
            let rules = try rules()
            _ = try uploadSettings(fences: rules.fences)
            return rules
        } catch let error as PipelineError {
            throw error
        } catch {
            throw PipelineError(.configuration, saying: error)
        }
    }
}

extension PipelineError {
    /// An error of reading the configuration, with file and line.
    fileprivate init(_ kind: Kind, saying error: any Error) {
        if let error = error as? PipelineError {
            self = error
        } else {
            let failure = Failure(error)
            self.init(kind, failure.message, path: failure.path, line: failure.line)
        }
    }
}
