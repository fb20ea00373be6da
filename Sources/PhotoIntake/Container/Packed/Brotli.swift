internal import CBrotli
internal import Glibc

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
