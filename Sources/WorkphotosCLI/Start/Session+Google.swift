import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

extension Session {
    /// What signs in to Google, by the configuration.
    ///
    /// - Throws: `Failure` (78) where the configuration's `[google]` cannot be used.
    func googleSignIn() throws(Failure) -> any GoogleSignIn {
        let configuration = try configuration()
        let reporter = reporter
        do throws(SettingError) {
            return try environment.googleSignIn(configuration.google) { reporter.warn($0) }
        } catch {
            let (path, line) = place(of: "\(error.table).\(error.key)", in: configuration)
            throw Failure(
                .configuration, what: "configuration", message: "\(error.key) in [\(error.table)]: \(error.message)",
                path: path, line: line)
        }
    }

    /// The bytes of a file with a secret in it that the user named.
    ///
    /// - Parameter text: the file, as it was typed.
    /// - Returns: where it is, and its bytes.
    /// - Throws: `Failure` (1) where it cannot be read.
    func secretFile(_ text: String) throws(Failure) -> (path: FilePath, content: Secret) {
        let path = places.absolute(text)
        return (path, Secret(try namedFile(path)))
    }

    /// Does something that waits for a person or a server, until that is done or the user asks to stop.
    ///
    /// - Parameter work: what is done; it is cancelled where the user asks to stop.
    /// - Returns: what it gives.
    /// - Throws: `PipelineError`: what it throws, or `interrupted`.
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
