import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Why a command failed: the `error` line and the text on standard error.
struct Failure: Error {
    var exit: ExitStatus
    /// A word for scripts, such as `no-index` or `configuration`.
    var what: String
    /// A sentence that describes the error.
    var message: String
    /// The file it is about.
    var path: FilePath?
    /// The line in that file, from 1.
    var line: Int?
    /// The command to type next.
    var next: String?
    /// The remedy that the next command stands for; nil where there is none.
    private(set) var remedy: Remedy?

    init(
        _ exit: ExitStatus, what: String, message: String, path: FilePath? = nil, line: Int? = nil,
        next: String? = nil
    ) {
        self.exit = exit
        self.what = what
        self.message = message
        self.path = path
        self.line = line
        self.next = next
    }
}

extension Failure {
    /// Converts an error of any room to an exit code and a message. Only this initialiser does so.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ConsoleError: self.init(error)
        case let error as ValidationError: self.init(.usage, what: "usage", message: error.message)
        default:
            if let error = PipelineError(error) {
                self.init(error)
            } else {
                self.init(.failed, what: "failed", message: String(describing: error))
            }
        }
    }

    private init(_ error: PipelineError) {
        var message = error.message
        if error.kind == .unconfirmed { message += ". Give --yes, or see what would be done with --dry-run" }
        self.init(
            ExitStatus(error.kind), what: error.kind.rawValue, message: message, path: error.path, line: error.line,
            next: error.remedy?.command)
        remedy = error.remedy
    }

    private init(_ error: ConsoleError) {
        let detail = if case .failed(let text) = error { text } else { "there is no reader" }
        self.init(.failed, what: "output", message: "Standard output or input failed: \(detail)")
    }
}

/// The bytes of a file, or of a pipe, that the user named.
///
/// - Throws: `Failure` (1) if the file cannot be read.
func namedFile(_ path: FilePath, in session: Session) throws(Failure) -> [UInt8] {
    do {
        return try contents(of: path, interruption: session.environment.interruption)
    } catch Errno.noSuchFileOrDirectory {
        throw Failure(.failed, what: "missing", message: "There is no such file", path: path)
    } catch let error as PipelineError {
        throw Failure(error)
    } catch {
        throw Failure(.failed, what: "unreadable", message: "The file cannot be read: \(error)", path: path)
    }
}

extension Failure {
    /// The failure of a command. Takes the signal into account, and keeps the global options in the next command.
    init(_ error: any Error, options: GlobalOptions, interruption: any Interruption) {
        self = Failure(error).keepingPlaces(of: options)
        if exit == .interrupted, let signal = interruption.signal { exit = ExitStatus(signal) }
    }

    /// The failure with the options for index, configuration, fences and wait added to the next command.
    func keepingPlaces(of options: GlobalOptions) -> Failure {
        var failure = self
        failure.next = next.map(options.keepingPlaces)
        return failure
    }
}

extension Failure {
    /// The failure with whatever is too long to read shortened. A command that is shortened is none, and left out.
    var shortened: Failure {
        var failure = self
        failure.message = PhotoModel.shortened(message)
        failure.path = path.map { PhotoModel.shortened($0) }
        failure.next = next.flatMap { PhotoModel.shortened($0) == $0 ? $0 : nil }
        return failure
    }

    /// The failure with the typed command as the next one, with what it lacked added.
    ///
    /// - Parameter home: the variable HOME; nil if it is not set.
    func telling(_ typed: TypedCommand, home: String?) -> Failure {
        var failure = self
        if exit == .locked {
            failure.next = typed.waiting
        } else if case .upload(let destination, let isMaking) = remedy {
            // Another command than the typed one would send other photos, or send where nothing was to be sent.
            if typed.calls("upload") {
                failure.next = typed.sending(to: destination, making: isMaking)
            } else if typed.isDryRun {
                failure.next = next.map { "\($0) --dry-run" }
            }
        } else if next == nil {
            switch PipelineError.Kind(rawValue: what) {
            case .unconfirmed: failure.next = typed.shown
            case .fileExists: failure.next = typed.adding("--yes")
            // Where HOME is set, a shell takes ~ for its value, which is what is wrong.
            case .noHome: failure.next = typed.with(home: home == nil ? "~" : "DIR")
            default: break
            }
        }
        return failure
    }
}

extension GlobalOptions {
    /// The command, if it is one of this program's, with the options for index, configuration, fences and wait added.
    func keepingPlaces(in command: String) -> String {
        guard command.hasPrefix("workphotos ") || command.contains("&& workphotos ") else { return command }
        var command = command
        let wait = wait == .zero ? nil : wait.text
        for (flag, value) in [("--index", index), ("--config", config), ("--fences", fences), ("--wait", wait)] {
            guard let value, !command.contains(" \(flag) ") else { continue }
            command += " \(flag) \(shellQuoted(argument: value))"
        }
        return command
    }
}
