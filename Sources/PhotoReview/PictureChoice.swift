package import PhotoModel

/// Chooses the photos of which a page has pictures: the first of each place and day, then the second of each, and so
/// on. So no row of the page is without a picture while another has many.
package struct PictureChoice: Sendable {
    /// A photo with its row.
    package struct Candidate: Sendable {
        /// The row, from 0.
        package let row: Int
        package let photo: Photo
        fileprivate let rank: Int
    }

    private struct PlaceAndDay: Hashable {
        let fence: String?
        let day: CalendarDay?
    }

    private let most: Int
    private var seen: [PlaceAndDay: Int] = [:]
    private var candidates: [Candidate] = []
    /// From this rank on, a photo would come after all that are chosen.
    private var end = Int.max

    /// - Parameter most: at most so many photos.
    package init(most: Int) { self.most = most }

    /// Considers a photo, whose row is greater than all before.
    package mutating func consider(_ photo: Photo, row: Int) {
        guard most > 0, photo.facts.thumbnailBytes != nil else { return }
        let place = PlaceAndDay(
            fence: photo.judgement?.fence, day: (photo.facts.captureTime?.wall).map { CalendarDay($0) })
        let rank = seen[place, default: 0]
        seen[place] = rank + 1
        guard rank < end else { return }
        candidates.append(Candidate(row: row, photo: photo, rank: rank))
        if candidates.count >= 2 * most + 1_024 {
            candidates = best
            end = candidates.last?.rank ?? end
        }
    }

    /// The chosen photos, in the order of their rows.
    package var chosen: [Candidate] { best.sorted { $0.row < $1.row } }

    private var best: [Candidate] {
        Array(candidates.sorted { ($0.rank, $0.row) < ($1.rank, $1.row) }.prefix(most))
    }
}
