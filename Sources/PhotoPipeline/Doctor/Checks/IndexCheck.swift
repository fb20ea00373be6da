import PhotoIndex
import PhotoModel

/// Checks that the index can be used and is undamaged.
struct IndexCheck: DoctorCheck {
    /// The number of bytes that are read within half a second.
    private static let readAtOnce: Int64 = 64 << 20

    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.index)
        do throws(PipelineError) {
            let index = try context.index.get()
            let bytes = try translatingIndexErrors { try index.size().bytes }
            let status = if let known = context.status { known } else { try Library(of: index).status() }
            let photos = status.byVerdict.values.reduce(0) { $0 + $1.photos }
            if bytes > Self.readAtOnce {
                return [
                    CheckLine(.index, path, .ok, .indexUnread(photos: photos, bytes: bytes), remedy: .checkIndex)
                ]
            }
            let faults = try translatingIndexErrors { try index.checkIntegrity() }
            guard let first = faults.first else {
                return [CheckLine(.index, path, .ok, .indexWhole(photos: photos, bytes: bytes))]
            }
            return [
                CheckLine(
                    .index, path, .problem, .indexFaulty(first: first, count: faults.count), remedy: .checkIndex)
            ]
        } catch {
            return [CheckLine(.index, path, error)]
        }
    }
}
