package import PhotoModel
package import SystemPackage

/// One after the other, where a service has no better way.
extension UploadService {
    package var takesFoundCopies: Bool { true }

    package func storable(_ target: FilePath) -> FilePath { target }

    package func prepare(_ copy: PlannedCopy) async throws(UploadError) -> TicketedUpload {
        try await prepare([copy])[0].get()
    }

    package func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await inTurn(targets) { target throws(UploadError) in try await inspect(target) }
    }

    package func identify(_ targets: [CopyLocation]) async -> [Result<CopyGlance, UploadError>] {
        await inTurn(targets) { target throws(UploadError) in try await identify(target) }
    }

    private func inTurn<Value>(
        _ targets: [CopyLocation], _ call: (CopyLocation) async throws(UploadError) -> Value
    ) async -> [Result<Value, UploadError>] {
        var results: [Result<Value, UploadError>] = []
        for target in targets {
            results.append(await Result { () async throws(UploadError) in try await call(target) })
        }
        return results
    }
}
