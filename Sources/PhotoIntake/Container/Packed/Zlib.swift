internal import CZlib

/// Unpacks zlib streams (RFC 1950) whatever they claim.
enum Zlib {
    private static let firstBytes = 16_384

    /// What `packed` unpacks to; nil where it is damaged, cut, or unpacks to more than `most` bytes. What came out is
    /// taken from `most`.
    ///
    /// Memory grows with what really comes out, so that a stream of some KiB which would fill gigabytes ends early. Bytes
    /// behind the stream's end are no part of it.
    static func unpacked(_ packed: Span<UInt8>, _ most: inout Int) -> [UInt8]? {
        unsafe packed.withUnsafeBufferPointer { input in
            var stream = unsafe z_stream()
            // zlib keeps the stream's address, so it has one for as long as it lives.
            return unsafe withUnsafeMutablePointer(to: &stream) { unsafe unpacked(input, $0, &most) }
        }
    }

    private static func unpacked(
        _ input: UnsafeBufferPointer<UInt8>, _ stream: UnsafeMutablePointer<z_stream>, _ most: inout Int
    ) -> [UInt8]? {
        guard let size = UInt32(exactly: input.count),
            unsafe inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { unsafe inflateEnd(stream) }
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = size
        var output = [UInt8](repeating: 0, count: min(firstBytes, most))
        var filled = 0
        defer { most -= filled }
        while true {
            let status = unsafe output.withUnsafeMutableBufferPointer { buffer in
                let room = buffer.count - filled
                unsafe stream.pointee.next_out = buffer.baseAddress?.advanced(by: filled)
                unsafe stream.pointee.avail_out = UInt32(room)
                let status = unsafe inflate(stream, Z_NO_FLUSH)
                filled += room - Int(unsafe stream.pointee.avail_out)
                return status
            }
            if status == Z_STREAM_END { break }
            guard status == Z_OK, filled == output.count, filled < most else { return nil }
            output.append(contentsOf: repeatElement(0, count: min(output.count, most - output.count)))
        }
        output.removeLast(output.count - filled)
        return output
    }
}
