import PhotoIndex
import PhotoModel

/// Settles what killed runs left of copies that were to be taken back. Nothing is removed: an old confirmation is no
/// authority. What is still there counts as uploaded again, and what is gone was taken back.
struct InterruptedRetractions {
    let index: PhotoIndex
    let environment: Environment
    let run: Int64
    let service: PatientService

    /// Settles the actions of one destination. An action that fails is left as it is for the next run.
    ///
    /// - Parameter actions: announced actions without an outcome.
    /// - Returns: how many are settled, and why the others are not.
    func settle(_ actions: [Action]) async throws -> Settlement {
        var outcomes: [ActionOutcome] = []
        var left: [Unsettled] = []
        for action in actions {
            do throws(UploadError) {
                let receipts = try await remaining(of: action)
                let isDone = receipts.isEmpty
                outcomes.append(
                    ActionOutcome(
                        action: action.ended(isDone ? .done : .skipped, isDone ? nil : .interrupted),
                        receipts: receipts))
            } catch {
                left.append(Unsettled(path: action.members.first?.path, detail: error.detail, remedy: nil))
            }
        }
        for some in outcomes.chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(Array(some), run: run, at: environment.clock.now)
        }
        // The killed run may not have written down there what has ended: the next upload reads the list from its start.
        for destination in Set(actions.compactMap { $0.destination?.id }) {
            try index.setListed([:], ofDestination: destination)
        }
        return Settlement(settled: outcomes.count, left: left)
    }

    /// The receipts of an action's copies that are still there with their bytes, after those have got their names back
    /// that had lost them.
    func remaining(of action: Action) async throws(UploadError) -> [(receipt: Receipt, destination: Int64)] {
        guard let destination = action.destination?.id else { return [] }
        for member in action.members {
            guard let ticket = member.ticket, let target = member.target, let retracting = service.once.retracting
            else { continue }
            try await service.call { _ throws(UploadError) in
                try await retracting.putBack(TicketedRetraction(target, ticket: ticket))
            }
        }
        let known: [Receipt?]
        do throws(IndexError) {
            known = try index.receipts(of: action)
        } catch {
            throw UploadError(.failed, "the index cannot be asked for its receipts: \(error)")
        }
        var receipts: [(receipt: Receipt, destination: Int64)] = []
        for case var receipt? in known {
            let stored: StoredFile?
            do throws(UploadError) {
                let target = receipt.target
                stored = try await service.call { service throws(UploadError) in try await service.inspect(target) }
            } catch  where error.kind == .missing {
                continue
            }
            guard case .good = CopyPolicy.compare(stored, with: RecordedContent(receipt)) else { continue }
            receipt.checked = environment.clock.now
            receipts.append((receipt, destination))
        }
        return receipts
    }
}
