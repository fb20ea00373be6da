internal import Glibc

/// Runs a body with the file access of a user who owns nothing, so that permissions count for tests run by root too.
/// For any other user it just runs the body. Groups stay: set the permissions of the group and of others alike. Only
/// the calling thread changes; the body must not suspend.
package func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard geteuid() == 0, let setUser = function("setfsuid", as: (@convention(c) (UInt32) -> Int32).self) else {
        return try body()
    }
    _ = setUser(65534)
    defer { _ = setUser(0) }
    return try body()
}

/// A place where a body may mount and unmount file systems unseen by all others.
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

    /// Whether this process may make such a place; it takes CAP_SYS_ADMIN.
    package static var areAllowed: Bool { run { _ in true } == true }

    /// Runs a body on a thread of its own with its own table of mounts; nil where that is not allowed.
    /// Everything mounted goes with the thread. Expectations belong outside: the thread is no part of the test.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable (PrivateMounts) -> Result?) -> Result? {
        OwnThread.run {
            guard let unshare = function("unshare", as: Unshare.self), unshare(0x2_0000) == 0 else { return nil }
            let mounts = PrivateMounts()
            return mounts.mount(nil, on: "/", type: nil, flags: recursivePrivate) ? body(mounts) : nil
        }
    }

    /// Mounts an empty tmpfs on a directory, of so many KiB where a number is given; returns whether it could.
    package func mountTemporary(on path: String, kibibytes: Int? = nil) -> Bool {
        mount("tmpfs", on: path, type: "tmpfs", flags: 0, options: kibibytes.map { "size=\($0)k" })
    }

    /// Gives a mounted tmpfs another size; returns whether it could.
    package func resizeTemporary(on path: String, kibibytes: Int) -> Bool {
        mount("tmpfs", on: path, type: "tmpfs", flags: Self.remount, options: "size=\(kibibytes)k")
    }

    /// Takes away what is mounted on a directory, at once even where it is in use if `isLazy`; returns whether it
    /// could.
    package func unmount(_ path: String, isLazy: Bool = false) -> Bool {
        guard let unmount = unsafe function("umount2", as: Unmount.self) else { return false }
        return unsafe unmount(path, isLazy ? 2 : 0) == 0
    }

    /// Shows two directories as one, of which the upper one takes what is written; returns whether it could.
    package func overlay(lower: String, upper: String, work: String, on path: String) -> Bool {
        mount(
            "overlay", on: path, type: "overlay", flags: 0,
            options: "lowerdir=\(lower),upperdir=\(upper),workdir=\(work)")
    }

    /// Makes a directory appear in another place, there only to be read if `readOnly`; returns whether it could.
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

/// A function of the C library that Swift's Glibc module leaves out.
func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
}
