import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// Decodes photos with the program `workphotos-picture`, one process for each.
///
/// The process gets the photo as its standard input, writes the picture to its standard output and can do nothing else:
/// it gives up everything before it decodes the first byte. What it does not finish in time is ended, so that a photo
/// that a decoder cannot cope with costs a picture, and some seconds once.
package struct PictureProgram: PictureMaker {
    /// The longer side of a picture in pixels, and how many seconds of the processor's time it may take: an HEIC of 48
    /// megapixels takes 4.
    private static let small = (edge: 320, seconds: 2), large = (edge: 2_048, seconds: 8)
    /// In bytes; a JPEG of a large picture has about 1 MB.
    private static let most = 16 << 20
    /// The program; nil where it is not installed.
    private let path: FilePath?

    /// - Parameter path: the path of `workphotos` itself, which the program is installed with: in `libexec` beside its
    ///   `bin`. Where that was only built, the program is beside it.
    package init(installedWith path: FilePath) {
        let directory = path.removingLastComponent()
        let candidates = [directory.removingLastComponent().appending("libexec"), directory]
        self.path = candidates.lazy.map { $0.appending("workphotos-picture") }
            .first { (try? FileStatus(at: $0, followingLinks: true))?.isRegular == true }
    }

    package func picture(of source: PictureSource, size: Picture.Size) throws(PictureFailure) -> [UInt8] {
        guard let path else { throw .unavailable("workphotos-picture is not installed") }
        let measures = size == .small ? Self.small : Self.large
        do {
            switch source {
            case .file(let file):
                return try picture(path, reading: FileDescriptor(rawValue: file.number), measures)
            case .bytes(let bytes):
                let input = try memoryFile(of: bytes)
                return try input.closeAfter { try picture(path, reading: input, measures) }
            }
        } catch let failure as PictureFailure {
            throw failure
        } catch {
            throw .unavailable("workphotos-picture cannot be started: \(error)")
        }
    }

    private func picture(
        _ path: FilePath, reading input: FileDescriptor, _ measures: (edge: Int, seconds: Int)
    ) throws -> [UInt8] {
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        let program: RunningProgram
        do {
            defer { try? pipe.writeEnd.close() }
            let notes = try FileDescriptor.boundedOpen(FilePath("/dev/null"), .writeOnly, options: .closeOnExec)
            program = try notes.closeAfter {
                try RunningProgram(
                    path, command: ["workphotos-picture", "\(measures.edge)", "\(measures.seconds)"], variables: [:],
                    streams: ProgramStreams(input: input, output: pipe.writeEnd, notes: notes))
            }
        }
        // Its own limit is of the processor's time, of which it gets little while others work.
        let bytes = Self.output(of: pipe.readEnd, within: .seconds(2 * measures.seconds + 2))
        return try Self.picture(bytes, after: program.kill())
    }

    /// What a program writes until it ends; more than ``most`` if it writes too much, nil if it takes too long.
    private static func output(of pipe: FileDescriptor, within limit: Duration) -> [UInt8]? {
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= most {
            let left = Int32((deadline - .now) / .milliseconds(1))
            var wait = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
            guard left > 0, unsafe poll(&wait, 1, left) >= 0 || errno == EINTR else { return nil }
            if wait.revents == 0 { continue }
            let count = unsafe read(pipe.rawValue, &block, block.count)
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { return nil }
            bytes += block[..<max(count, 0)]
        }
        return bytes
    }

    /// The program's answer. The ends are those of its `main.c`, of a loader that lacks something, and of the signals
    /// that only what a decoder does with the file brings about: SIGXCPU is the end of its own time.
    private static func picture(_ bytes: [UInt8]?, after end: RunningProgram.End) throws(PictureFailure) -> [UInt8] {
        guard let bytes else { throw .unfinished }
        if bytes.count > most { throw .broken }
        switch end {
        case .exit(0): return bytes
        case .exit(69): throw .unavailable("TurboJPEG, libheif or its decoder is not installed")
        case .exit(71): throw .unavailable("this system cannot confine what decodes it (Landlock, seccomp)")
        case .exit(64), .exit(127): throw .unavailable("workphotos-picture is not the one of this version")
        case .exit(65): throw .broken
        case .signal(SIGXCPU), .signal(SIGSYS), .signal(SIGSEGV), .signal(SIGBUS), .signal(SIGABRT): throw .broken
        default: throw .unfinished
        }
    }
}
