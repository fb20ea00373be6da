import PhotoModel
package import SystemPackage

/// One after the other, where a service has no better way.
extension UploadService {
    package func looks(at targets: [FilePath]) async -> [Result<StoredFile?, UploadError>] {
        var results: [Result<StoredFile?, UploadError>] = []
        for target in targets {
            do throws(UploadError) {
                results.append(.success(try await look(at: target)))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }

    package func stamps(at targets: [FilePath]) async -> [Result<CopyGlance, UploadError>] {
        var results: [Result<CopyGlance, UploadError>] = []
        for target in targets {
            do throws(UploadError) {
                results.append(.success(try await stamp(at: target)))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }
}
