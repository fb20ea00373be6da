internal import Dispatch
internal import Glibc
package import SystemPackage

/// The system calls of a body that create and remove names, and those that wait for the disk, in order. Nothing else
/// shows what must be on the disk before the next step.
package struct WatchedCalls<Result> {
    /// The body's result.
    package let result: Result
    /// `sync photos`, `sync the whole disk`, `rename a.jpg -> b.jpg`, `link a.jpg -> b.jpg`, `unlink a.jpg`. Paths are
    /// relative to the tree.
    package let calls: [String]
}

/// Watches system calls with a kernel filter (seccomp_unotify(2)), which applies to one thread and needs no privileges.
package enum CallWatch {
    /// Whether the kernel supports such filters and allows one for this process.
    package static var isAllowed: Bool { run(below: "/", { true }) != nil }

    /// Runs a body on a new thread. Put expectations outside: the thread does not belong to the test.
    ///
    /// - Parameters:
    ///   - tree: the directory that paths are relative to.
    ///   - failure: the error for a call, given in the result's format; nil to let the call through.
    /// - Returns: the calls; nil if watching is not allowed.
    package static func run<Result: Sendable>(
        below tree: FilePath, failing failure: (String) -> Errno? = { _ in nil },
        _ body: @escaping @Sendable () -> Result
    ) -> WatchedCalls<Result>? {
        nonisolated(unsafe) var listener: Int32 = -1
        nonisolated(unsafe) var result: Result?
        let (isFiltered, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = OwnThread {
            unsafe listener = CallFilter.install()
            isFiltered.signal()
            if unsafe listener >= 0 { unsafe result = body() }
            isOver.signal()
        }
        guard let thread else { return nil }
        isFiltered.wait()
        defer { thread.join() }
        guard unsafe listener >= 0 else { return nil }
        defer { unsafe close(listener) }
        var calls: [String] = []
        while isOver.wait(timeout: .now()) == .timedOut {
            guard let notice = CallNotice(from: unsafe listener) else { continue }
            let words = notice.words(below: tree)
            calls.append(words)
            notice.answer(failure(words), on: unsafe listener)
        }
        return unsafe result.map { WatchedCalls(result: $0, calls: calls) }
    }
}

/// The filter for a thread.
private enum CallFilter {
    /// Makes the calling thread's watched system calls wait for an answer.
    ///
    /// - Returns: the descriptor that reports them; negative if this is not allowed.
    static func install() -> Int32 {
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        typealias Call = @convention(c) (Int, Int, Int, UnsafeRawPointer) -> Int
        guard let control = function("prctl", as: Control.self), let call = unsafe function("syscall", as: Call.self),
            control(38, 1, 0, 0, 0) == 0  // PR_SET_NO_NEW_PRIVS, which a filter without rights takes
        else { return -1 }
        var program = instructions
        return unsafe program.withUnsafeMutableBytes { instructions in
            // struct sock_fprog
            var head: (UInt64, UnsafeMutableRawPointer?) = (
                UInt64(instructions.count / 8), instructions.baseAddress
            )
            // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER
            return unsafe Int32(call(seccomp, 1, 1 << 3, &head))
        }
    }

    /// Watched numbers are reported (SECCOMP_RET_USER_NOTIF), all others are let through (SECCOMP_RET_ALLOW). An
    /// instruction has 64 bits: operation, jump targets and a number.
    private static var instructions: [UInt64] {
        let numbers = WatchedCall.allCases.map(\.number)
        func instruction(_ code: UInt64, _ number: UInt64, yes: Int = 0) -> UInt64 {
            code | UInt64(yes) << 16 | number << 32
        }
        let tests = numbers.enumerated().map { place, number in
            instruction(0x15, UInt64(number), yes: numbers.count - place)
        }
        return [instruction(0x20, 0)] + tests + [instruction(0x06, 0x7FFF_0000), instruction(0x06, 0x7FC0_0000)]
    }

    #if arch(x86_64)
        private static let seccomp = 317
    #else
        private static let seccomp = 277
    #endif
}

private enum WatchedCall: CaseIterable {
    case sync, syncData, syncFileSystem, rename, link, unlink

    /// The kernel's number of the call.
    var number: Int32 {
        #if arch(x86_64)
            switch self {
            case .sync: 74
            case .syncData: 75
            case .syncFileSystem: 306
            case .rename: 316
            case .link: 265
            case .unlink: 263
            }
        #else
            switch self {
            case .sync: 82
            case .syncData: 83
            case .syncFileSystem: 267
            case .rename: 276
            case .link: 37
            case .unlink: 35
            }
        #endif
    }
}

/// A call that waits for an answer: `struct seccomp_notif`.
private struct CallNotice {
    private static let receive: UInt = 0xC050_2100
    private static let send: UInt = 0xC018_2101
    private typealias Control = @convention(c) (Int32, UInt, UnsafeMutableRawPointer) -> Int32

    private let identity: UInt64
    private let call: WatchedCall?
    private let arguments: [UInt64]

    /// Waits briefly for a call; nil if none comes.
    init?(from listener: Int32) {
        var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, 20) == 1, let control = unsafe function("ioctl", as: Control.self) else {
            return nil
        }
        var words = [UInt64](repeating: 0, count: 10)
        let isReceived = unsafe words.withUnsafeMutableBytes { words in
            unsafe words.baseAddress.map { unsafe control(listener, Self.receive, $0) } == 0
        }
        guard isReceived else { return nil }
        identity = words[0]
        let number = Int32(truncatingIfNeeded: words[2])
        call = WatchedCall.allCases.first { $0.number == number }
        arguments = Array(words[4...])
    }

    /// Lets the call through, or makes it fail.
    func answer(_ failure: Errno?, on listener: Int32) {
        // SECCOMP_USER_NOTIF_FLAG_CONTINUE
        let last = failure.map { UInt64(UInt32(bitPattern: -$0.rawValue)) } ?? 1 << 32
        var words = [identity, 0, last]
        guard let control = unsafe function("ioctl", as: Control.self) else { return }
        _ = unsafe words.withUnsafeMutableBytes { words in
            unsafe words.baseAddress.map { unsafe control(listener, Self.send, $0) }
        }
    }

    func words(below tree: FilePath) -> String {
        switch call {
        case .sync?, .syncData?: "sync \(path(of: 0, below: tree))"
        case .syncFileSystem?: "sync the whole disk"
        case .rename?: "rename \(path(of: 0, 1, below: tree)) -> \(path(of: 2, 3, below: tree))"
        case .link?: "link \(path(of: 0, 1, below: tree)) -> \(path(of: 2, 3, below: tree))"
        case .unlink?: "unlink \(path(of: 0, 1, below: tree))"
        case nil: "?"
        }
    }

    /// The path of an open file, or of a name in an open directory. The name is in the memory of this process, whose
    /// thread waits.
    private func path(of file: Int, _ name: Int? = nil, below tree: FilePath) -> String {
        var target = [CChar](repeating: 0, count: 4_096)
        let number = Int32(truncatingIfNeeded: arguments[file])
        let length = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
        var path = FilePath(String(decoding: target.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self))
        if let name, let text = unsafe UnsafePointer<CChar>(bitPattern: UInt(arguments[name])) {
            path = path.pushing(FilePath(unsafe String(cString: text)))
        }
        _ = path.removePrefix(tree)
        return path.string
    }
}
