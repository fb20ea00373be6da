extension HEIFFile {
    /// The `meta` box of a file whose `mdat` content begins at `start`.
    package func meta(_ start: Int) -> [UInt8] {
        let handler = [UInt8](repeating: 0, count: 4) + Array(handler.utf8) + [UInt8](repeating: 0, count: 13)
        var boxes = BoxBytes.full("hdlr", handler)
        if let primary { boxes += BoxBytes.full("pitm", version: isLong ? 1 : 0, identifier(primary)) }
        boxes += information + locations(start) + referencesBox
        boxes += BoxBytes.box("iprp", BoxBytes.box("ipco", properties.flatMap { $0 }) + associationsBox)
        let inData = items.filter { $0.method == 1 }
        if !lacksData, !inData.isEmpty {
            boxes += BoxBytes.box("idat", inData.flatMap { Self.pieces(of: $0).flatMap { $0 + [0xEE] } })
        }
        return BoxBytes.full("meta", boxes)
    }

    private func identifier(_ id: UInt32) -> [UInt8] {
        isLong ? BoxBytes.number(id) : BoxBytes.number(UInt16(truncatingIfNeeded: id))
    }

    private var information: [UInt8] {
        let count = claimedItems ?? UInt32(items.count)
        let entries = items.flatMap { item -> [UInt8] in
            let id = infoVersion >= 3 ? BoxBytes.number(item.id) : BoxBytes.number(UInt16(item.id))
            let type: [UInt8] = infoVersion >= 2 ? Array(item.type.utf8) : []
            let texts = (["name"] + item.media).flatMap { text -> [UInt8] in Array(text.utf8) + [0] }
            return BoxBytes.full("infe", version: infoVersion, id + BoxBytes.number(item.protection) + type + texts)
        }
        let isWide = count > 0xFFFF
        let field = isWide ? BoxBytes.number(count) : BoxBytes.number(UInt16(count))
        return BoxBytes.full("iinf", version: isWide ? 1 : 0, field + entries)
    }

    private func locations(_ start: Int) -> [UInt8] {
        let sizes = UInt16(offsetBytes << 12 | lengthBytes << 8 | baseBytes << 4 | indexBytes)
        var content = BoxBytes.number(locationVersion == 0 ? sizes & 0xFFF0 : sizes)
        let count = claimedLocations ?? UInt32(items.count)
        content += locationVersion == 2 ? BoxBytes.number(count) : BoxBytes.number(UInt16(truncatingIfNeeded: count))
        // Without offset bytes, only the base gives an item's place.
        var place = (file: UInt64(start + padding), data: UInt64(0))
        for item in items {
            let extents = item.extents ?? Self.extents(of: item, from: &place)
            let base = baseBytes > 0 && item.method == 0 ? extents.map(\.offset).min() ?? 0 : 0
            content += locationVersion == 2 ? BoxBytes.number(item.id) : BoxBytes.number(UInt16(item.id))
            if locationVersion > 0 { content += BoxBytes.number(item.method) }
            content += BoxBytes.number(item.elsewhere) + BoxBytes.number(base, bytes: baseBytes)
            content += BoxBytes.number(UInt16(extents.count))
            for extent in extents {
                if locationVersion > 0 { content += BoxBytes.number(extent.index, bytes: indexBytes) }
                content += BoxBytes.number(extent.offset &- base, bytes: offsetBytes)
                content += BoxBytes.number(extent.length, bytes: lengthBytes)
            }
        }
        return BoxBytes.full("iloc", version: locationVersion, content)
    }

    private static func extents(
        of item: HEIFItem, from place: inout (file: UInt64, data: UInt64)
    ) -> [HEIFItem.Extent] {
        pieces(of: item).map { piece in
            let length = UInt64(piece.count)
            if item.method == 0 { place.file += length + 1 } else { place.data += length + 1 }
            let end = item.method == 0 ? place.file : place.data
            return HEIFItem.Extent(offset: end - length - 1, length: length)
        }
    }

    private var referencesBox: [UInt8] {
        guard !references.isEmpty else { return [] }
        let boxes = references.flatMap { reference in
            BoxBytes.box(
                reference.type,
                identifier(reference.from) + BoxBytes.number(UInt16(reference.to.count))
                    + reference.to.flatMap(identifier))
        }
        return BoxBytes.full("iref", version: isLong ? 1 : 0, boxes)
    }

    private var associationsBox: [UInt8] {
        let entries = associations.flatMap { item, properties in
            let id = associationVersion == 0 ? BoxBytes.number(UInt16(item)) : BoxBytes.number(item)
            let numbers = properties.flatMap { property -> [UInt8] in
                associationFlags == 0 ? [0x80 | UInt8(property)] : BoxBytes.number(0x8000 | property)
            }
            return id + [UInt8(properties.count)] + numbers
        }
        let count = claimedAssociations ?? UInt32(associations.count)
        return BoxBytes.full(
            "ipma", version: associationVersion, flags: associationFlags, BoxBytes.number(count) + entries)
    }
}
