import PhotoIndex
import PhotoModel

/// Does work on the index, and puts its errors into this room's words.
func fromIndex<Result>(_ work: () throws -> Result) throws(PipelineError) -> Result {
    do {
        return try work()
    } catch let error as PipelineError {
        throw error
    } catch let error as IndexError {
        throw PipelineError(error)
    } catch {
        throw PipelineError(.indexFailed, "The index failed: \(error)")
    }
}

extension PipelineError {
    /// An error of the index, in this room's words and with its kind.
    init(_ error: IndexError) {
        let kind: Kind =
            switch error {
            case .missing: .noIndex
            case .notAnIndex, .foreign, .foreignFile, .newer, .damaged, .inaccessible: .unusableIndex
            case .readOnly, .full, .busy, .removed, .exists, .otherFile, .failed: .indexFailed
            case .notARoot, .overlap, .nameTaken: .unknown
            }
        self.init(kind, error.problem, path: error.path, next: error.next)
    }

    /// An error of the lock.
    init(_ error: ActLockError) {
        switch error {
        case .held(let path, let holder):
            let who = holder.map { " (\($0))" } ?? ""
            self.init(.locked, "Another workphotos is at work\(who)", path: path)
        case .notOurs(let path, let why):
            self.init(
                .unusableIndex, "This name is the lock's, and what has it is left alone: \(why.words)", path: path,
                next: "workphotos scan DIR --index ANOTHER-FILE")
        case .failed(let path, let why):
            self.init(.indexFailed, "The lock cannot be taken: \(why)", path: path)
        }
    }
}
