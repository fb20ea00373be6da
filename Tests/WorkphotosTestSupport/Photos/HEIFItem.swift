import SampleLibrary

/// An item of a HEIF file.
package struct HEIFItem {
    /// An extent in `iloc`.
    package struct Extent {
        package var index: UInt64
        package var offset: UInt64
        package var length: UInt64

        package init(index: UInt64 = 1, offset: UInt64 = 0, length: UInt64 = 0) {
            self.index = index
            self.offset = offset
            self.length = length
        }
    }

    package var id: UInt32
    package var type: String
    /// The media type of an item of type `mime`, and its encoding.
    package var media: [String] = []
    package var protection: UInt16 = 0
    package var bytes: [UInt8]
    /// construction_method: 0 in the file, 1 in `idat`, 2 in another item.
    package var method: UInt16 = 0
    /// data_reference_index: 0 for this file.
    package var elsewhere: UInt16 = 0
    /// The number of pieces in which the bytes are stored, with a byte between two of them.
    package var pieces = 1
    /// Extents in `iloc` instead of the right ones.
    package var extents: [Extent]?

    package init(_ id: UInt32, _ type: String, _ bytes: [UInt8] = []) {
        self.id = id
        self.type = type
        self.bytes = bytes
    }

    /// An item of type `Exif` with the offset of the TIFF header and the bytes before it.
    package static func exif(_ id: UInt32, _ structure: ExifStructure, between: [UInt8] = []) -> HEIFItem {
        HEIFItem(id, "Exif", BoxWriter.number(UInt32(between.count)) + between + structure.bytes)
    }

    /// An item with XMP.
    package static func xmp(
        _ id: UInt32, _ packet: [UInt8] = Array("<x:xmpmeta/>".utf8), media: [String] = ["application/rdf+xml"]
    ) -> HEIFItem {
        var item = HEIFItem(id, "mime", packet)
        item.media = media
        return item
    }

    /// A copy with changes.
    package func with(_ change: (inout HEIFItem) -> Void) -> HEIFItem {
        var item = self
        change(&item)
        return item
    }
}
