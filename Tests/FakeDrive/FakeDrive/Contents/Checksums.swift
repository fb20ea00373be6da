internal import Crypto
internal import Dispatch
internal import NIOCore

/// The checksums of a content in lower-case hexadecimal; nil for those that are not computed.
package struct Checksums: Equatable, Sendable {
    package var md5: String?
    package var sha1: String?
    package var sha256: String?

    /// The checksums that Drive offers.
    package enum Kind: String, CaseIterable, Sendable { case md5, sha1, sha256 }

    init(of bytes: [UInt8], _ kinds: Set<Kind>) {
        if kinds.contains(.md5) { md5 = hexadecimal(Insecure.MD5.hash(data: bytes)) }
        if kinds.contains(.sha1) { sha1 = hexadecimal(Insecure.SHA1.hash(data: bytes)) }
        if kinds.contains(.sha256) { sha256 = hexadecimal(SHA256.hash(data: bytes)) }
    }

    fileprivate init() {}
}

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return text
}

/// Computes checksums while bytes arrive. Each has a queue of its own, so that a large upload takes only as long as the
/// slowest checksum.
final class RunningChecksums: Sendable {
    private let lanes: [any Lane]

    init(_ kinds: Set<Checksums.Kind>) {
        lanes = kinds.map { kind in
            switch kind {
            case .md5: HashLane<Insecure.MD5>(\.md5)
            case .sha1: HashLane<Insecure.SHA1>(\.sha1)
            case .sha256: HashLane<SHA256>(\.sha256)
            }
        }
    }

    /// Adds bytes. Waits if a queue is 64 blocks behind.
    func add(_ bytes: ByteBuffer) {
        for lane in lanes { lane.add(bytes) }
    }

    /// Waits for all queues and returns the checksums.
    func finish() -> Checksums {
        var checksums = Checksums()
        for lane in lanes { lane.finish(into: &checksums) }
        return checksums
    }
}

private protocol Lane: Sendable {
    func add(_ bytes: ByteBuffer)
    func finish(into checksums: inout Checksums)
}

/// One checksum. Its state is used only on its queue.
private final class HashLane<Hash: HashFunction>: Lane, @unchecked Sendable {
    private let queue = DispatchQueue(label: "FakeDrive.checksum")
    private let room = DispatchSemaphore(value: 64)
    private let member: WritableKeyPath<Checksums, String?>
    private var hash = Hash()

    init(_ member: WritableKeyPath<Checksums, String?>) { self.member = member }

    func add(_ bytes: ByteBuffer) {
        room.wait()
        queue.async { [self] in
            unsafe bytes.withUnsafeReadableBytes { unsafe hash.update(bufferPointer: $0) }
            room.signal()
        }
    }

    func finish(into checksums: inout Checksums) {
        let text = queue.sync { hexadecimal(hash.finalize()) }
        checksums[keyPath: member] = text
    }
}
