import Crypto
import PhotoModel

extension WaitingFile {
    /// Takes away what lies under the ticket's name, where it is the file that this run made and nobody wants any more.
    ///
    /// - Parameter identity: which file that is; nil for what was proved to be a copy's first bytes.
    /// - Returns: whether nothing is there now.
    func remove(_ identity: FileIdentity) -> Bool {
        // A wish to stop is no reason to leave things lying about.
        let file = try? ProvenFile(parked: removal.ticket, in: service, interruption: NeverInterrupted())
        guard let file else { return isGone }
        return file.identity == identity && remove(file)
    }

    /// Takes away what a run that was killed left under the ticket's name. That it is that run's is told by its bytes
    /// being the first of the copy's, so that nothing is lost with it.
    ///
    /// - Parameter copies: where the file may be fetched from.
    /// - Returns: whether nothing is there now.
    func removeLeftover(_ copies: [CopyFinder.Copy]) async -> Bool {
        let file = try? ProvenFile(parked: removal.ticket, in: service, interruption: environment.interruption)
        guard let file else { return isGone }
        for copy in copies where await begins(copy, with: file) { return remove(file) }
        return false
    }

    /// Whether nothing is there, for sure: what cannot be looked at is there.
    private var isGone: Bool { service.parked([removal.ticket]) == [.success(nil)] }

    private func remove(_ file: ProvenFile) -> Bool {
        guard let proof = try? file.proof(of: removal, in: service) else { return false }
        return service.finish([proof]) == [nil]
    }

    private func begins(_ copy: CopyFinder.Copy, with file: ProvenFile) async -> Bool {
        var hash = SHA256()
        var left = Int(file.fingerprint.size)
        do throws(UploadError) {
            try await unsafe copy.destination.service.fetch(copy.receipt.target) {
                (hash, left) = (SHA256(), Int(file.fingerprint.size))
            } each: { block throws(UploadError) in
                let part = unsafe UnsafeRawBufferPointer(rebasing: block.prefix(left))
                unsafe hash.update(bufferPointer: part)
                left -= part.count
                if left == 0 { throw UploadError(.interrupted, "enough was read") }
            }
        } catch {
            if left > 0 { return false }
        }
        return left == 0 && Array(hash.finalize()) == file.sha256
    }
}
