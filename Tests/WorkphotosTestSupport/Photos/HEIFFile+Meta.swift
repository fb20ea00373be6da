import SampleLibrary

extension HEIFFile {
    /// The `meta` box of a file whose `mdat` content begins at `start`.
    package func meta(_ start: Int) -> [UInt8] {
        let handler = [UInt8](repeating: 0, count: 4) + Array(handler.utf8) + [UInt8](repeating: 0, count: 13)
        var boxes = BoxWriter.full("hdlr", handler)
        if let primary { boxes += BoxWriter.full("pitm", version: isLong ? 1 : 0, identifier(primary)) }
        boxes += information + locations(start) + referencesBox
        boxes += BoxWriter.box("iprp", BoxWriter.box("ipco", properties.flatMap { $0 }) + associationsBox)
        if !groups.isEmpty { boxes += BoxWriter.box("grpl", groups.flatMap { $0 }) }
        let inData = items.filter { $0.method == 1 }
        if !lacksData, !inData.isEmpty {
            boxes += BoxWriter.box("idat", inData.flatMap { Self.pieces(of: $0).flatMap { $0 + [0xEE] } })
        }
        return BoxWriter.full("meta", boxes)
    }

    private func identifier(_ id: UInt32) -> [UInt8] {
        isLong ? BoxWriter.number(id) : BoxWriter.number(UInt16(truncatingIfNeeded: id))
    }

    private var information: [UInt8] {
        let count = claimedItems ?? UInt32(items.count)
        let entries = items.flatMap { item -> [UInt8] in
            let id = infoVersion >= 3 ? BoxWriter.number(item.id) : BoxWriter.number(UInt16(item.id))
            let type: [UInt8] = infoVersion >= 2 ? Array(item.type.utf8) : []
            let texts = (["name"] + item.media).flatMap { text -> [UInt8] in Array(text.utf8) + [0] }
            return BoxWriter.full(
                "infe", version: Int(infoVersion), id + BoxWriter.number(item.protection) + type + texts)
        }
        let isWide = count > 0xFFFF
        let field = isWide ? BoxWriter.number(count) : BoxWriter.number(UInt16(count))
        return BoxWriter.full("iinf", version: isWide ? 1 : 0, field + entries)
    }

    private func locations(_ start: Int) -> [UInt8] {
        let sizes = UInt16(offsetBytes << 12 | lengthBytes << 8 | baseBytes << 4 | indexBytes)
        var content = BoxWriter.number(locationVersion == 0 ? sizes & 0xFFF0 : sizes)
        let count = claimedLocations ?? UInt32(items.count)
        content += locationVersion == 2 ? BoxWriter.number(count) : BoxWriter.number(UInt16(truncatingIfNeeded: count))
        // Without offset bytes, only the base gives an item's place.
        var place = (file: UInt64(start + padding), data: UInt64(0))
        for item in items {
            let extents = item.extents ?? Self.extents(of: item, from: &place)
            let base = baseBytes > 0 && item.method == 0 ? extents.map(\.offset).min() ?? 0 : 0
            content += locationVersion == 2 ? BoxWriter.number(item.id) : BoxWriter.number(UInt16(item.id))
            if locationVersion > 0 { content += BoxWriter.number(item.method) }
            content += BoxWriter.number(item.elsewhere) + BoxWriter.number(base, bytes: baseBytes)
            content += BoxWriter.number(UInt16(extents.count))
            for extent in extents {
                if locationVersion > 0 { content += BoxWriter.number(extent.index, bytes: indexBytes) }
                content += BoxWriter.number(extent.offset &- base, bytes: offsetBytes)
                content += BoxWriter.number(extent.length, bytes: lengthBytes)
            }
        }
        return BoxWriter.full("iloc", version: Int(locationVersion), content)
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
            BoxWriter.box(
                reference.type,
                identifier(reference.from) + BoxWriter.number(UInt16(reference.to.count))
                    + reference.to.flatMap(identifier))
        }
        return BoxWriter.full("iref", version: isLong ? 1 : 0, boxes)
    }

    private var associationsBox: [UInt8] {
        let entries = associations.flatMap { item, properties in
            let id = associationVersion == 0 ? BoxWriter.number(UInt16(item)) : BoxWriter.number(item)
            let numbers = properties.flatMap { property -> [UInt8] in
                associationFlags == 0 ? [0x80 | UInt8(property)] : BoxWriter.number(0x8000 | property)
            }
            return id + [UInt8(properties.count)] + numbers
        }
        let count = claimedAssociations ?? UInt32(associations.count)
        return BoxWriter.full(
            "ipma", version: Int(associationVersion), flags: Int(associationFlags), BoxWriter.number(count) + entries)
    }
}
