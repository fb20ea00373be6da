import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// Prepares the check of everything that an unattended run needs. The check works even if some of that cannot be
    /// read.
    ///
    /// - Parameter maxAge: the maximum age of the last good run; nil for no limit.
    /// - Throws: `Failure` (78) if there is no home directory.
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
            notifiers: notifiers(configuration.notify), maxAge: maxAge)
        return Checkup(settings, in: (try? environmentWithSettings()) ?? environment)
    }

    /// The programs that are named by a path. Others are looked up when they are started.
    private func notifiers(_ settings: NotifySettings) -> [(key: String, program: FilePath)] {
        [("on-failure", settings.onFailure), ("on-success", settings.onSuccess)].compactMap { key, command in
            command.first.flatMap { $0.contains("/") ? (key, places.expanded($0)) : nil }
        }
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

    /// The configuration, with all checks of the commands that use it.
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
    /// Converts an error in reading the configuration, keeping file and line.
    fileprivate init(_ kind: Kind, saying error: any Error) {
        if let error = error as? PipelineError {
            self = error
        } else {
            let failure = Failure(error)
            self.init(kind, failure.message, path: failure.path, line: failure.line)
        }
    }
}
