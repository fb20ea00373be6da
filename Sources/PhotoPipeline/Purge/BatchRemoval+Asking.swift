import PhotoIndex
import PhotoModel
import SystemPackage

/// The fifth step: destinations and people are asked again, now that the old names are gone.
extension BatchRemoval {
    /// Asks for every copy again, and whether the destinations are still themselves.
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

    /// Hears what people said since the intent: to read copies takes long.
    ///
    /// - Returns: why they could not be heard; nothing goes then.
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
