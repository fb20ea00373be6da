import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import SystemPackage

/// Copies go into the trash of the folder's file system, or are removed for good, as photos of the library are.
extension FolderService: Retracting {
    package func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>] {
        do throws(UploadError) {
            return try await onThread { () throws(UploadError) in
                _ = try open()
                let paths = try copies.map { copy throws(UploadError) in try place(of: copy) }
                let tickets = trash(way).prepare(paths, run: run, firstNumber: firstNumber)
                return zip(copies, tickets).map { copy, ticket in
                    ticket.map { TicketedRetraction(copy, ticket: $0) }
                }
            }
        } catch {
            return copies.map { _ in .failure(TrashError(.failed, error.detail)) }
        }
    }

    package func takeBack(
        _ copy: TicketedRetraction, of receipt: Receipt, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) {
        try await onThread { () throws(UploadError) in
            _ = try open()
            let (trash, way) = try trash(of: copy)
            let removal = TicketedRemoval(path: try place(of: copy.copy), ticket: copy.ticket)
            let isLibraries = try translating { () throws(TrashError) in
                let file = try ProvenFile(removal.path, isForGood: way == .permanent, interruption: NeverInterrupted())
                guard file.sha256 == receipt.sha256 else { throw TrashError(.changed, "is not what was sent") }
                if let error = trash.park([removal])[0] { throw error }
                if isLost() {
                    if let error = trash.putBack([removal])[0] { throw error }
                    return true
                }
                do throws(TrashError) {
                    if let error = trash.finish([try file.proof(of: removal, in: trash)])[0] { throw error }
                } catch {
                    _ = trash.putBack([removal])
                    throw error
                }
                return false
            }
            if isLibraries { throw .libraryItself }
        }
    }

    package func putBack(_ copy: TicketedRetraction) async throws(UploadError) {
        try await onThread { () throws(UploadError) in
            _ = try open()
            let (trash, way) = try trash(of: copy)
            let removal = TicketedRemoval(path: try place(of: copy.copy), ticket: copy.ticket)
            try translating { () throws(TrashError) in
                // In the trash it is where it was to go.
                if way == .trash, try trash.parked(copy.ticket) != nil { return }
                if let error = trash.putBack([removal])[0], error.kind != .missing { throw error }
            }
        }
    }

    /// The copy's path, without links.
    private func place(of copy: CopyLocation) throws(UploadError) -> FilePath {
        try attempt("cannot open the destination", at: .top) { () throws(Errno) in
            try SmallFile.resolvingLinks(path)
        }.appending(copy.path.components)
    }

    private func trash(_ way: RemovalWay) -> any TrashService {
        TrashServices.service(way, variables: variables, clock: clock)
    }

    private func trash(of copy: TicketedRetraction) throws(UploadError) -> (any TrashService, RemovalWay) {
        guard let way = RemovalWay(ticket: copy.ticket) else {
            throw UploadError(.failed, "its ticket is not one of this destination")
        }
        return (trash(way), way)
    }

    private func translating<Value>(_ calls: () throws(TrashError) -> Value) throws(UploadError) -> Value {
        do throws(TrashError) {
            return try calls()
        } catch {
            throw UploadError(error)
        }
    }
}

extension UploadError {
    /// The error of a copy that is removed like a file of the library.
    fileprivate init(_ error: TrashError) {
        let kind: Kind =
            switch error.kind {
            case .missing: .missing
            case .changed: .corrupted
            case .full: .full
            case .interrupted: .interrupted
            case .noHome, .refused, .taken, .occupied, .denied, .unknownTicket, .failed: .failed
            }
        self.init(kind, error.detail, remedy: error.remedy)
    }
}
