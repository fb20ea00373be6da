/// Makes chunks of RIFF files.
package enum RIFFBytes {
    /// A chunk with this content, whose claimed length may be wrong.
    package static func chunk(_ type: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
        Array(type.utf8) + ExifStructure.Order.little.bytes(length ?? UInt32(content.count)) + content
            + [UInt8](repeating: 0, count: content.count % 2)
    }

    /// A list: its type, followed by chunks.
    package static func list(_ type: String, _ chunks: [UInt8]...) -> [UInt8] {
        chunk("LIST", chunks.reduce(Array(type.utf8), +))
    }

    /// An AVI film with these chunks.
    package static func film(_ chunks: [UInt8]...) -> [UInt8] {
        chunk("RIFF", chunks.reduce(Array("AVI ".utf8), +))
    }

    /// A film's header: the number of frames of 40 ms, and the size.
    package static func header(frames: UInt32 = 50, width: UInt32 = 640, height: UInt32 = 480) -> [UInt8] {
        let order = ExifStructure.Order.little
        let numbers = [40_000, 0, 0, 0, frames, 0, 1, 0, width, height, 0, 0, 0, 0] as [UInt32]
        return chunk("avih", numbers.flatMap { order.bytes($0) })
    }
}
