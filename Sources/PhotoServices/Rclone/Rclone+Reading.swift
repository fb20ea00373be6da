import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import PhotoModel
package import PhotoPipeline

extension Rclone {
    /// Reads a file, block by block: no more of it is in memory than what is handed over and what is on its way.
    ///
    /// - Parameters:
    ///   - place: the file.
    ///   - offset: how many bytes at its start are left out; at its end or behind it there is nothing to read.
    ///   - each: gets the bytes, in order; what it throws ends the reading.
    /// - Returns: how many bytes came. Where a remote knows no sizes, a file that broke off looks like a short one.
    /// - Throws: `missing` where no file is there, `transient` where it breaks off, and what `each` throws.
    @discardableResult
    package func read(
        _ place: RclonePlace, from offset: Int64 = 0,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) -> Int64 {
        let door = try await door()
        do {
            var request = door.request(.GET, Self.address(of: place))
            if offset > 0 { request.headers.add(name: "Range", value: "bytes=\(offset)-") }
            let response = try await door.send(request)
            if response.status == .rangeNotSatisfiable { return 0 }
            guard response.status == (offset > 0 ? .partialContent : .ok) else {
                let text = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
                throw RcloneErrors.error(text, status: response.status.code, secrets: door.secrets.and([place.fs]))
            }
            return try unsafe await Self.read(response.body, each)
        } catch {
            throw await door.failure(error)
        }
    }

    private static func read(
        _ body: HTTPClientResponse.Body, _ each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws -> Int64 {
        var count: Int64 = 0
        for try await block in body {
            try unsafe block.withUnsafeReadableBytes { try unsafe each($0) }
            count += Int64(block.readableBytes)
        }
        return count
    }

    /// Where a file is read: the remote between brackets, then the path.
    private static func address(of place: RclonePlace) -> String {
        let split = place.fs.split
        let parts = [split.path, place.path].filter { !$0.isEmpty }
        return percentEncoded("[\(split.fs)]") + "/" + percentEncoded(RclonePath.standard(parts.joined(separator: "/")))
    }

    /// RFC 3986, section 2.1: all but what is unreserved.
    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
