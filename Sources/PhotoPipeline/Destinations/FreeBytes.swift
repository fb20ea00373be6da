import Glibc
import SystemPackage

/// How many bytes the file system of a directory takes from programs without privileges; nil where it does not tell.
func freeBytes(at directory: FilePath) -> Int64? {
    var status = statvfs()
    guard unsafe directory.withPlatformString({ unsafe statvfs($0, &status) }) == 0 else { return nil }
    let (bytes, isTooMany) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMany ? nil : Int64(exactly: bytes)
}
