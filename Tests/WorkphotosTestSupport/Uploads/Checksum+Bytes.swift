import Crypto
package import PhotoModel

extension Checksum {
    /// The checksum of these bytes in a folder.
    package static func sha256(of bytes: [UInt8]) -> Checksum { Checksum(sha256: Array(SHA256.hash(data: bytes))) }

    /// The checksum of these bytes on some servers.
    package static func md5(of bytes: [UInt8]) -> Checksum {
        Checksum(kind: .md5, value: hexText(Array(Insecure.MD5.hash(data: bytes))))
    }
}
