import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// The sign-in to Google, as configured.
    ///
    /// - Throws: `Failure` (78) if the configuration's `[google]` is invalid.
    func googleSignIn() throws(Failure) -> any GoogleSignIn {
        let (configuration, settings) = (try configuration(), try destinationSettings())
        let reporter = reporter
        do throws(SettingError) {
            return try environment.googleSignIn(settings) { reporter.warn($0) }
        } catch {
            let (path, line) = place(of: "\(error.table).\(error.key)", in: configuration)
            throw Failure(
                .configuration, what: "configuration", message: "\(error.key) in [\(error.table)]: \(error.message)",
                path: path, line: line)
        }
    }

    /// The bytes of a file with a secret that the user named.
    ///
    /// - Parameter text: the path as typed.
    /// - Returns: the absolute path and the bytes.
    /// - Throws: `Failure` (1) if the file cannot be read.
    func secretFile(_ text: String) throws(Failure) -> (path: FilePath, content: Secret) {
        let path = places.absolute(text)
        return (path, Secret(try namedFile(path, in: self)))
    }

    /// Waits for a person or a server, and stops if the user interrupts.
    ///
    /// - Parameter work: the work, which is cancelled on an interruption.
    /// - Returns: the work's result.
    /// - Throws: `PipelineError`: the work's error, or `interrupted`.
    func untilInterrupted<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(PipelineError) -> Value
    ) async throws(PipelineError) -> Value {
        let interruption = environment.interruption
        let result = await withTaskGroup(of: Result<Value, PipelineError>?.self) { tasks in
            tasks.addTask {
                do throws(PipelineError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            tasks.addTask {
                await interruption.wait()
                return nil
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? nil
        }
        guard let result else { throw PipelineError(.interrupted, "Stopped; nobody was signed in or out by this") }
        return try result.get()
    }
}
