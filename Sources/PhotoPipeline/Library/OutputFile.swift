import PhotoFiles
import PhotoIndex
package import SystemPackage

/// A file that a command writes for the user, at a path that the user named.
///
/// All such files follow one rule. The path is checked before any work. What is there is replaced only if it is a
/// regular file, is not the program's own, and is of the same kind or confirmed: a typing error may name a photo. A
/// link is followed. The file has a temporary name until its content is complete and on the disk.
package struct OutputFile: Sendable {
    /// What is written, which decides what it may replace.
    package enum Kind {
        /// A plan. Replaces another plan.
        case plan
        /// Metrics of a run. They replace earlier ones.
        case metrics
        /// A copy of the index. Replaces an index, if that is confirmed.
        case backup
        /// Exported fences. They replace any file, if that is confirmed.
        case fences
        /// A page with photos, which only its owner may read. Replaces another one.
        case report
    }

    /// The path, with links resolved.
    private let end: FilePath
    private let path: FilePath
    private let kind: Kind
    /// The permissions of the file to be replaced; nil if there is none.
    private let permissions: FilePermissions?

    /// Checks that a file can be written. Writes nothing.
    ///
    /// - Parameters:
    ///   - path: where; absolute.
    ///   - isConfirmed: whether the user confirmed that an existing file is overwritten.
    ///   - index: the index in use; nil if there is none.
    ///   - own: other files of the program, which are never replaced.
    /// - Throws: `fileExists` where a confirmation is missing, else `unwritable`.
    package init(
        _ path: FilePath, _ kind: Kind, isConfirmed: Bool = false, index: FilePath? = nil, own: [FilePath] = []
    ) throws(PipelineError) {
        self.path = path
        self.kind = kind
        func refusal(_ why: String) -> PipelineError {
            PipelineError(.unwritable, "\(kind.subject) cannot be written: \(why)", path: path)
        }
        if let index, PhotoIndex.owns(path, at: index) { throw refusal(IndexError.ownFile(path).problem) }
        do {
            do throws(Errno) {
                end = try Self.resolvingLinks(path)
            } catch {
                throw refusal(SmallFile.words(error))
            }
            let above = end.removingLastComponent()
            guard try FileStatus(at: above, followingLinks: true).isDirectory else { throw Errno.notDirectory }
            guard let status = try FileStatus(ifAnyAt: end) else {
                permissions = nil
                return
            }
            if status.isDirectory { throw Errno.isDirectory }
            guard status.isRegular else { throw refusal("this is not a regular file") }
            if own.contains(where: { (try? FileStatus(at: $0, followingLinks: true))?.identity == status.identity }) {
                throw refusal("this is a file of the program's own")
            }
            if status.size > 0, let beginning = kind.beginning, try !Self.begins(end, with: beginning.bytes) {
                throw refusal("another file has this name, and it is not \(beginning.name)")
            }
            permissions = kind == .backup || kind == .report ? nil : status.permissions
        } catch let error as PipelineError {
            throw error
        } catch {
            throw refusal("\(error)")
        }
        if kind.wantsConfirmation, !isConfirmed {
            throw PipelineError(.fileExists, "The file exists; --yes overwrites it", path: path)
        }
    }

    /// Writes the whole file.
    ///
    /// - Throws: `unwritable`; then the file that was there before still is.
    package func write(_ bytes: [UInt8]) throws(PipelineError) {
        var new = try begin()
        try writing {
            try new.file.write(bytes)
            try new.finish()
        }
    }

    /// Writes the whole file in pieces.
    ///
    /// - Parameter body: calls its argument with each piece.
    /// - Throws: what `body` throws, and `PipelineError`, `unwritable`; then the file that was there before still is.
    package func write(_ body: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws {
        var new = try begin()
        var file: OpenFile?
        try writing { file = try new.file }
        var end: Int64 = 0
        try body { bytes in
            try writing { try file?.write(bytes, at: end) }
            end += Int64(bytes.count)
        }
        file = nil
        try writing { try new.finish() }
    }

    /// Begins the file under a temporary name.
    ///
    /// - Throws: `unwritable`.
    func begin() throws(PipelineError) -> NewFile {
        do {
            let new = try NewFile(at: end, mode: permissions?.rawValue ?? kind.mode)
            if let permissions { try new.file.setPermissions(permissions.rawValue) }
            return new
        } catch {
            throw failure(error)
        }
    }

    /// Does a part of the writing, and converts its errors.
    func writing(_ work: () throws -> Void) throws(PipelineError) {
        do {
            try work()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> PipelineError {
        PipelineError(.unwritable, "\(kind.subject) cannot be written: \(error)", path: path)
    }

    /// - Throws: ENOENT for a link that leads to nothing.
    private static func resolvingLinks(_ path: FilePath) throws(Errno) -> FilePath {
        if try FileStatus(ifAnyAt: path) == nil { return path }
        return try SmallFile.resolvingLinks(path)
    }

    private static func begins(_ path: FilePath, with beginning: [UInt8]) throws -> Bool {
        let file = try FileDescriptor.boundedOpen(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        defer { try? file.close() }
        var start = [UInt8](repeating: 0, count: beginning.count)
        _ = try unsafe start.withUnsafeMutableBytes { try unsafe file.boundedRead(into: $0) }
        return start == beginning
    }
}

extension OutputFile.Kind {
    /// What is written, as the subject of a sentence.
    fileprivate var subject: String {
        switch self {
        case .plan: "The plan"
        case .metrics: "The metrics"
        case .backup: "The backup"
        case .fences: "The fences"
        case .report: "The report"
        }
    }

    /// How every file of this kind begins; nil where that is not known.
    fileprivate var beginning: (bytes: [UInt8], name: String)? {
        switch self {
        case .plan: (PlanHeader.start, "a plan")
        case .metrics: (Array("# HELP workphotos_".utf8), "a file with metrics of workphotos")
        case .backup: (Array("SQLite format 3\0".utf8), "an index of workphotos")
        case .fences: nil
        case .report: (Array("<!DOCTYPE html><!-- workphotos report -->".utf8), "a report of workphotos")
        }
    }

    /// The permissions of a new file, as far as the umask leaves them.
    fileprivate var mode: CInterop.Mode { self == .report ? 0o600 : 0o644 }

    /// Whether an existing file is replaced only if the user confirmed it.
    fileprivate var wantsConfirmation: Bool { self == .backup || self == .fences }
}
