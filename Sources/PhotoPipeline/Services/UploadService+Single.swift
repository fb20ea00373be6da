package import PhotoModel
package import SystemPackage

/// What most services have, and the calls for one copy, which are those for several.
extension UploadService {
    package var links: (any LinkSharing)? { nil }

    package var takesFoundCopies: Bool { true }

    package func storable(_ target: FilePath) -> FilePath { target }

    package func prepare(_ copy: PlannedCopy) async throws(UploadError) -> TicketedUpload {
        try await prepare([copy])[0].get()
    }

    package func proofReading() async throws(UploadError) -> ProofReading { .twice }

    /// The size of what has a target's name; nil where nothing has.
    package func size(at target: CopyLocation) async throws(UploadError) -> Int64? {
        try await sizes(at: [target])[0].get()
    }

    package func inspect(_ target: CopyLocation) async throws(UploadError) -> StoredFile? {
        try await inspect([target])[0].get()
    }

    package func identify(_ target: CopyLocation) async throws(UploadError) -> CopyGlance {
        try await identify([target])[0].get()
    }
}
