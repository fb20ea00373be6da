package import SystemPackage

/// Passes a name to a system call.
package func withName<Value>(
    _ name: FilePath, _ body: (UnsafePointer<CChar>) throws(Errno) -> Value
) throws(Errno) -> Value {
    let result: Result<Value, Errno> = unsafe name.withPlatformString { name in
        do throws(Errno) {
            return .success(try unsafe body(name))
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

extension FilePath.Component {
    /// The component as a path.
    package var path: FilePath { unsafe withPlatformString { unsafe FilePath(platformString: $0) } }
}

/// Passes two names to a system call.
package func withNames<Value>(
    _ first: FilePath, _ second: FilePath,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) throws(Errno) -> Value
) throws(Errno) -> Value {
    try unsafe withName(first) { first throws(Errno) in
        try unsafe withName(second) { second throws(Errno) in try unsafe body(first, second) }
    }
}
