import PhotoIndex
import PhotoModel
import SystemPackage

/// Step 5: ask the destinations and the index again, now that the files have lost their names.
extension BatchRemoval {
    /// Checks every copy again, and that the destinations are still the same.
    func askAgain(_ groups: inout [PurgeAct.Group]) async {
        for row in Set(open(groups).flatMap { groups[$0].details.copies.map(\.destination) }).sorted() {
            let asked = open(groups).flatMap { place in
                groups[place].details.copies.filter { $0.destination == row }.map { (place: place, copies: $0) }
            }
            for (place, answer) in zip(asked.map(\.place), await answers(row, asked.map(\.copies))) {
                switch answer {
                case .success(nil): break
                case .success(let words?): groups[place].end(.refused, .destinationChanged, words)
                case .failure(let error) where error.kind == .interrupted: groups[place].end(.skipped, .interrupted)
                case .failure(let error): groups[place].end(.refused, .destinationChanged, error.detail)
                }
            }
        }
    }

    private func answers(_ row: Int64, _ copies: [FoundCopies]) async -> [Result<String?, UploadError>] {
        guard let destination = destinations[row] else {
            return copies.map { _ in .failure(UploadError(.unavailable, "is not open")) }
        }
        return await CopyReading(destination: destination, environment: environment).askAgain(copies)
    }

    /// Applies objections made since the intents were recorded: reading the copies takes long.
    ///
    /// - Returns: why the index could not be asked; then no group is removed.
    func applyObjections(to groups: inout [PurgeAct.Group]) -> (any Error)? {
        let places = open(groups)
        if places.isEmpty { return nil }
        do {
            let objections = try index.objections(
                to: places.map { groups[$0].action }, basis: try run.context.judging.basis())
            for case (let place, let why?) in zip(places, objections) { groups[place].end(.skipped, why) }
            return nil
        } catch {
            for place in places { groups[place].end(.skipped, .interrupted) }
            return error
        }
    }
}
