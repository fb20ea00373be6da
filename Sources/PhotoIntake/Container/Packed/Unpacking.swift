internal import CBrotli
internal import CZlib
internal import Glibc

extension PhotoSource {
    /// What `unpack` makes of the bytes of `range`; nil where it makes nothing or they are not to be had.
    ///
    /// All parts of a file share ``unpackableBytes``, so several of them that would fill gigabytes cost no more than
    /// one. `unpack` takes from the number that it is given how many bytes came out, whether it is content with them or
    /// not.
    mutating func unpacked(
        _ range: Range<Int>, by unpack: (Span<UInt8>, inout Int) -> [UInt8]?
    ) -> [UInt8]? {
        guard unpackableBytes > 0 else { return nil }
        var left = unpackableBytes
        let bytes = withBytes(range) { unpack($0, &left) } ?? nil
        unpackableBytes = left
        return bytes
    }
}

/// Unpacks zlib streams (RFC 1950), and bare deflated ones (RFC 1951), whatever they claim.
enum Zlib {
    private static let firstBytes = 16_384

    /// What `packed` unpacks to; nil where it is damaged, cut, or unpacks to more than `most` bytes. What came out is
    /// taken from `most`.
    ///
    /// Memory grows with what really comes out, so that a stream of some KiB which would fill gigabytes ends early.
    /// Bytes behind the stream's end are no part of it.
    static func unpacked(_ packed: Span<UInt8>, _ most: inout Int) -> [UInt8]? {
        unpacked(packed, window: MAX_WBITS, &most)
    }

    /// The same for a stream that has neither zlib's header nor its checksum.
    static func inflated(_ packed: Span<UInt8>, _ most: inout Int) -> [UInt8]? {
        unpacked(packed, window: -MAX_WBITS, &most)
    }

    /// The checksum that archives keep of a file (CRC-32).
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }

    private static func unpacked(_ packed: Span<UInt8>, window: Int32, _ most: inout Int) -> [UInt8]? {
        unsafe packed.withUnsafeBufferPointer { input in
            var stream = unsafe z_stream()
            // zlib keeps the stream's address, so it has one for as long as it lives.
            return unsafe withUnsafeMutablePointer(to: &stream) { unsafe unpacked(input, window, $0, &most) }
        }
    }

    private static func unpacked(
        _ input: UnsafeBufferPointer<UInt8>, _ window: Int32, _ stream: UnsafeMutablePointer<z_stream>,
        _ most: inout Int
    ) -> [UInt8]? {
        guard let size = UInt32(exactly: input.count),
            unsafe inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
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

/// Unpacks brotli streams (RFC 7932) whatever they claim.
enum Brotli {
    private static let firstBytes = 16_384

    /// What `packed` unpacks to; nil where it is damaged, cut, or unpacks to more than `most` bytes. What came out is
    /// taken from `most`.
    ///
    /// Memory grows with what really comes out. A stream may ask the decoder for a window of 16 MiB and have it unpack
    /// as much before anything is given out: the decoder gets no block of memory larger than twice what a file may
    /// unpack to, which streams that stay below that do not need.
    static func unpacked(_ packed: Span<UInt8>, _ most: inout Int) -> [UInt8]? {
        let decoder = unsafe BrotliDecoderCreateInstance(
            { _, size in unsafe size <= 2 * PhotoSource.mostUnpackedBytes ? malloc(size) : nil },
            { _, block in unsafe free(block) },
            nil)
        guard let decoder = unsafe decoder else { return nil }
        defer { unsafe BrotliDecoderDestroyInstance(decoder) }
        return unsafe packed.withUnsafeBufferPointer { unsafe unpacked($0, decoder, &most) }
    }

    private static func unpacked(
        _ input: UnsafeBufferPointer<UInt8>, _ decoder: OpaquePointer, _ most: inout Int
    ) -> [UInt8]? {
        var next = input.baseAddress
        var left = input.count
        var output = [UInt8](repeating: 0, count: min(firstBytes, most))
        var filled = 0
        defer { most -= filled }
        while true {
            let status = unsafe output.withUnsafeMutableBufferPointer { buffer in
                var room = buffer.count - filled
                var place = unsafe buffer.baseAddress?.advanced(by: filled)
                let status = unsafe BrotliDecoderDecompressStream(decoder, &left, &next, &room, &place, nil)
                filled = buffer.count - room
                return status
            }
            if status == BROTLI_DECODER_RESULT_SUCCESS { break }
            guard status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, filled < most else { return nil }
            output.append(contentsOf: repeatElement(0, count: min(output.count, most - output.count)))
        }
        output.removeLast(output.count - filled)
        return output
    }
}
