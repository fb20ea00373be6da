import Crypto
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

extension FakeUploadService {
    package var catalogue: (any CopyCatalogue)? {
        state.withLock(\.listings).isEmpty ? nil : FakeCatalogue(service: self)
    }
}

/// The prepared lists of a destination in memory. It finds nothing by its content.
private struct FakeCatalogue: CopyCatalogue {
    let service: FakeUploadService

    func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?] { contents.map { _ in nil } }

    func page(after token: String?) async throws(UploadError) -> CataloguePage {
        service.state.withLock { state in
            state.listings.count > 1 ? state.listings.removeFirst() : state.listings[0]
        }
    }
}

extension CataloguePage.Copy {
    /// A copy as a catalogue lists it.
    ///
    /// - Parameters:
    ///   - now: what is stored now; nil for the same bytes.
    ///   - checksum: the destination's checksum of some bytes; SHA-256 if not given.
    package init(
        at path: FilePath, sent bytes: [UInt8], now: [UInt8]? = nil,
        _ checksum: ([UInt8]) -> Checksum = { .sha256(of: $0) }
    ) {
        self.init(
            location: CopyLocation(path),
            content: RecordedContent(size: Int64(bytes.count), sha256: Array(SHA256.hash(data: bytes))),
            stored: StoredFile(of: now ?? bytes, evidence: .computedNow(checksum(now ?? bytes))))
    }
}
