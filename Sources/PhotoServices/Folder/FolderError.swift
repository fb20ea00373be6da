import Glibc
import PhotoPipeline
import SystemPackage

/// What a failed system call was about: the same error means different things for a disk, a name and a file's bytes.
enum FolderPart {
    /// The destination's top.
    case top
    /// A name beneath it.
    case name
    /// A name that is about to be made, with the directories above it. If one is missing, it was just removed, and the
    /// next attempt makes it again.
    case newName
    /// An open file's bytes and times.
    case content
}

extension UploadError {
    /// The error for a failed system call.
    ///
    /// - Parameter what: what failed, such as `cannot write`.
    init(_ error: Errno, at part: FolderPart, _ what: String) {
        let kind = Self.kind(of: error, at: part)
        self.init(kind, "\(what): \(error.description)", mayBeUnmounted: kind == .unavailable)
    }

    private static func kind(of error: Errno, at part: FolderPart) -> Kind {
        if lasting.contains(error.rawValue) { return .unavailable }
        switch error.rawValue {
        case ENOSPC: return .full
        case EDQUOT: return .quota
        case EAGAIN, EBUSY, ENOMEM, EMFILE, ENFILE: return .transient
        case _ where part == .top: return .unavailable
        // Somebody has removed the directory meanwhile: the next attempt makes it.
        case ENOENT where part == .newName: return .transient
        case ENAMETOOLONG, EINVAL, EILSEQ, ELOOP, ENOTDIR, EXDEV: return part == .content ? .failed : .refused
        case EFBIG: return .refused
        // Includes EIO: the kernel has retried the disk or the server before it reports it.
        default: return .failed
        }
    }

    /// Errors of a disk or a share as a whole.
    private static let lasting: Set<Int32> = [
        EROFS, ENODEV, ENXIO, ESTALE, ENOTCONN, ESHUTDOWN, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, ENOMEDIUM,
        EREMOTEIO,
    ]
}

/// Makes system calls and converts their errors.
func attempt<Value: ~Copyable>(
    _ what: String, at part: FolderPart = .content, _ calls: () throws(Errno) -> Value
) throws(UploadError) -> Value {
    do throws(Errno) {
        return try calls()
    } catch {
        throw UploadError(error, at: part, what)
    }
}

extension Result where Failure == UploadError {
    /// Continues with the value if there is one.
    func then<Next>(_ body: (Success) throws(UploadError) -> Next) -> Result<Next, UploadError> {
        Result<Next, UploadError> { () throws(UploadError) in try body(get()) }
    }
}
