/// An image file directory: fields in the order of their tags (TIFF 6.0, section 2).
struct SampleTIFFDirectory {
    private(set) var fields: [(tag: UInt16, value: SampleTIFFValue)]

    init(_ fields: [(tag: UInt16, value: SampleTIFFValue)]) {
        self.fields = fields.sorted { $0.tag < $1.tag }
    }

    /// The size of the directory and of the values that do not fit into a field.
    var size: Int {
        fields.reduce(6 + 12 * fields.count) { $0 + Self.outside($1.value) }
    }

    /// The file offset of a field's value, for a directory at `offset`; nil if there is no such field or its value is
    /// in the field itself.
    func valueOffset(of tag: UInt16, at offset: Int) -> Int? {
        var position = offset + 6 + 12 * fields.count
        for field in fields {
            if field.tag == tag { return field.value.size > 4 ? position : nil }
            position += Self.outside(field.value)
        }
        return nil
    }

    /// Replaces the value of an existing field with one of the same size.
    mutating func replace(_ tag: UInt16, by value: SampleTIFFValue) {
        guard let index = fields.firstIndex(where: { $0.tag == tag }) else { return }
        fields[index].value = value
    }

    /// Appends the directory at `offset` bytes into the file. `next` is the offset of the next directory, or 0.
    func append(to sink: inout ByteSink, at offset: Int, next: Int) {
        var position = offset + 6 + 12 * fields.count
        sink.append16(fields.count)
        for (tag, value) in fields {
            sink.append16(Int(tag))
            sink.append16(Int(value.type))
            sink.append32(value.count)
            if value.size > 4 {
                sink.append32(position)
                position += Self.outside(value)
            } else {
                value.append(to: &sink)
                sink.bytes += repeatElement(0, count: 4 - value.size)
            }
        }
        sink.append32(next)
        for (_, value) in fields where value.size > 4 {
            value.append(to: &sink)
            if value.size % 2 == 1 { sink.bytes.append(0) }
        }
    }

    /// The size of a value after the directory, padded so that the next value begins at an even offset.
    private static func outside(_ value: SampleTIFFValue) -> Int {
        value.size > 4 ? value.size + value.size % 2 : 0
    }
}
