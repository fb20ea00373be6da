import PhotoIndex
import PhotoModel

/// What a person is asked before photos go: how many, of what, where to, and where their copies are.
struct PurgeQuestion {
    let index: PhotoIndex
    let plan: PurgePlan
    let settings: PurgeSettings

    /// Asks.
    ///
    /// - Returns: how long the answer took, in nanoseconds.
    /// - Throws: `PipelineError`: `declined`, `interrupted`; what befalls the index.
    func ask(in environment: Environment) async throws(PipelineError) -> Int64 {
        let lines = try rootLines() + copyLines(now: environment.clock.now)
        return try await RemovalQuestion(headline: headline, lines: lines, groups: plan.removals.count)
            .ask(in: environment)
    }

    private var headline: String {
        let files = plan.removals.reduce(0) { $0 + $1.action.members.count }
        let what = "\(plan.removals.count.counting("group")) (\(files.counting("file")), \(plan.bytes.byteSize))"
        return switch settings.way {
        case .trash: "Move \(what) to the trash?"
        case .permanent: "Remove \(what) for good?"
        }
    }

    /// How much of each root goes.
    private func rootLines() throws(PipelineError) -> [String] {
        let planned = plan.photosByRoot
        return try fromIndex {
            try index.roots().compactMap { root in
                guard let photos = planned[root.id] else { return nil }
                let all = try index.counts(inRoot: root.id).photos
                let share = all == 0 ? 100 : Double(photos) / Double(all) * 100
                return "from \(terminalSafe(root.path.bytes)): \(photos.grouped) of \(all.grouped) photos "
                    + "(\(Int(share.rounded(.up))) %)"
            }
        }
    }

    /// Where the copies are, and how long ago somebody looked.
    private func copyLines(now: Int64) -> [String] {
        var oldest: [Int64: Int64] = [:]
        for copies in plan.removals.flatMap(\.copies) {
            for receipt in copies.receipts {
                oldest[copies.destination] = min(oldest[copies.destination] ?? .max, receipt.receipt.checked)
            }
        }
        return oldest.sorted { $0.key < $1.key }.compactMap { row, checked in
            guard let open = plan.destinations[row] else { return nil }
            let age = Duration.nanoseconds(max(0, now - checked)).brief
            return "copies: \(terminalSafe(open.name)), last asked at most \(age) ago; each is read again now"
        }
    }
}
