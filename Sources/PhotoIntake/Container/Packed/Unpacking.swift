internal import CBrotli
internal import CZlib
internal import Glibc

extension PhotoSource {
    /// Decompresses the bytes of `range` with `unpack`; nil if that fails or the bytes cannot be read.
    ///
    /// All parts of a file share ``unpackableBytes``, so several that would expand to gigabytes cost no more than one.
    /// `unpack` subtracts the size of its output from the given number, whether it succeeds or not.
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

/// Decompresses zlib streams (RFC 1950) and raw deflate streams (RFC 1951) within a limit.
enum Zlib {
    private static let firstBytes = 16_384

    /// Decompresses `packed`; nil if it is damaged, truncated, or expands to more than `most` bytes. The size of the
    /// output is subtracted from `most`.
    ///
    /// Memory grows with the actual output, so a stream of some KiB that would expand to gigabytes ends early. Bytes
    /// after the stream's end are ignored.
    static func unpacked(_ packed: Span<UInt8>, _ most: inout Int) -> [UInt8]? {
        unpacked(packed, window: MAX_WBITS, &most)
    }

    /// Decompresses a stream without zlib's header and checksum.
    static func inflated(_ packed: Span<UInt8>, _ most: inout Int) -> [UInt8]? {
        unpacked(packed, window: -MAX_WBITS, &most)
    }

    /// The checksum of files in archives (CRC-32).
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }

    private static func unpacked(_ packed: Span<UInt8>, window: Int32, _ most: inout Int) -> [UInt8]? {
        unsafe packed.withUnsafeBufferPointer { input in
            var stream = unsafe z_stream()
            // zlib keeps the stream's address, so it must not move.
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
            output += [UInt8](repeating: 0, count: min(output.count, most - output.count))
        }
        output.removeLast(output.count - filled)
        return output
    }
}

/// Decompresses brotli streams (RFC 7932) within a limit.
enum Brotli {
    private static let firstBytes = 16_384

    /// Decompresses `packed`; nil if it is damaged, truncated, or expands to more than `most` bytes. The size of the
    /// output is subtracted from `most`.
    ///
    /// Memory grows with the actual output. A stream may request a window of 16 MiB and decompress as much before any
    /// output is returned. The decoder is therefore denied blocks of memory larger than twice the limit of a file,
    /// which streams below that limit do not need.
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
            output += [UInt8](repeating: 0, count: min(output.count, most - output.count))
        }
        output.removeLast(output.count - filled)
        return output
    }
}
