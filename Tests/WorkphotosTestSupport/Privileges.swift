internal import Glibc

/// Runs a body with the file access of a user who owns nothing, so that permissions matter even if root runs the tests.
/// For other users it simply runs the body. Groups are unchanged: set the same permissions for the group and for
/// others. Only the calling thread changes, so the body must not suspend.
package func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard geteuid() == 0, let setUser = function("setfsuid", as: (@convention(c) (UInt32) -> Int32).self) else {
        return try body()
    }
    _ = setUser(65534)
    defer { _ = setUser(0) }
    return try body()
}

/// Lets a body mount and unmount file systems that only it sees.
package struct PrivateMounts {
    private typealias Unshare = @convention(c) (Int32) -> Int32
    private typealias Mount =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt, UnsafeRawPointer?
        ) -> Int32

    private typealias Unmount = @convention(c) (UnsafePointer<CChar>, Int32) -> Int32

    private static let bind: UInt = 0x1000
    private static let remount: UInt = 0x20
    private static let readOnly: UInt = 0x1
    private static let recursivePrivate: UInt = 0x4_4000

    private init() {}

    /// Whether this process may do that, which requires CAP_SYS_ADMIN.
    package static var areAllowed: Bool { run { _ in true } == true }

    /// Runs a body on a new thread with its own mount table; nil if that is not allowed. All mounts end with the
    /// thread. Put expectations outside: the thread does not belong to the test.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable (PrivateMounts) -> Result?) -> Result? {
        OwnThread.run {
            guard let unshare = function("unshare", as: Unshare.self), unshare(0x2_0000) == 0 else { return nil }
            let mounts = PrivateMounts()
            return mounts.mount(nil, on: "/", type: nil, flags: recursivePrivate) ? body(mounts) : nil
        }
    }

    /// Mounts an empty tmpfs on a directory, with a size limit if one is given. Returns whether it succeeded.
    package func mountTemporary(on path: String, kibibytes: Int? = nil) -> Bool {
        mount("tmpfs", on: path, type: "tmpfs", flags: 0, options: kibibytes.map { "size=\($0)k" })
    }

    /// Resizes a mounted tmpfs. Returns whether it succeeded.
    package func resizeTemporary(on path: String, kibibytes: Int) -> Bool {
        mount("tmpfs", on: path, type: "tmpfs", flags: Self.remount, options: "size=\(kibibytes)k")
    }

    /// Unmounts a directory; if `isLazy`, at once even if it is in use. Returns whether it succeeded.
    package func unmount(_ path: String, isLazy: Bool = false) -> Bool {
        guard let unmount = unsafe function("umount2", as: Unmount.self) else { return false }
        return unsafe unmount(path, isLazy ? 2 : 0) == 0
    }

    /// Shows two directories as one, whose upper one is written to. Returns whether it succeeded.
    package func overlay(lower: String, upper: String, work: String, on path: String) -> Bool {
        mount(
            "overlay", on: path, type: "overlay", flags: 0,
            options: "lowerdir=\(lower),upperdir=\(upper),workdir=\(work)")
    }

    /// Bind-mounts a directory in another place, read-only if requested. Returns whether it succeeded.
    package func bind(_ source: String, on path: String, readOnly: Bool = false) -> Bool {
        guard mount(source, on: path, type: nil, flags: Self.bind) else { return false }
        return !readOnly || mount(nil, on: path, type: nil, flags: Self.bind | Self.remount | Self.readOnly)
    }

    private func mount(
        _ source: String?, on path: String, type: String?, flags: UInt, options: String? = nil
    ) -> Bool {
        guard let mount = unsafe function("mount", as: Mount.self) else { return false }
        var options = options.map { Array($0.utf8CString) } ?? []
        return unsafe options.withUnsafeMutableBufferPointer { options in
            let data = options.isEmpty ? nil : UnsafeRawPointer(options.baseAddress)
            return unsafe mount(source, path, type, flags, data) == 0
        }
    }
}

/// A function of the C library that Swift's Glibc module lacks.
func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
}
