package import SystemPackage

/// Why a sample library could not be written.
package enum SampleLibraryError: Error {
    /// The directory is not empty; nothing was written.
    case notEmpty(FilePath)
    /// Something else has the directory's name; nothing was written.
    case notADirectory(FilePath)
    /// A step failed; what was written before it still exists.
    case failed(String, FilePath, Errno)
}

extension SampleLibraryError: CustomStringConvertible {
    /// What failed, which file, why, and what to do next.
    package var description: String {
        switch self {
        case .notEmpty(let path):
            "\(path) is not empty, and a sample library is written into a new or empty directory only. "
                + "Name another."
        case .notADirectory(let path):
            "\(path) is there and is not a directory. Name a new or empty directory."
        case .failed(let step, let path, .noSpace):
            "Could not \(step) \(path): no space left on the device. A photo takes about 100 KB, with --small 4 KB; "
                + "ask for fewer with --photos, or name a directory on another file system."
        case .failed(let step, let path, let errno):
            "Could not \(step) \(path): \(errno). Name a directory that you may write to."
        }
    }
}
