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
}
