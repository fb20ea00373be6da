import Crypto
package import PhotoModel

extension Checksum {
    /// Of these bytes, as a folder's is.
    package static func sha256(of bytes: [UInt8]) -> Checksum { Checksum(sha256: Array(SHA256.hash(data: bytes))) }

    /// Of these bytes, as some servers' is.
    package static func md5(of bytes: [UInt8]) -> Checksum {
        Checksum(kind: .md5, value: hexText(Array(Insecure.MD5.hash(data: bytes))))
    }
}
