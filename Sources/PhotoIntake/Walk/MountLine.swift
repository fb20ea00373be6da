internal import PhotoModel
internal import SystemPackage

extension MountTable.Mount {
    /// A line of proc_pid_mountinfo(5): id, parent, device, place on the device, mount point, options, any number of
    /// fields, a dash, the file system's type, source and options.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count > 9, let dash = fields[6...].firstIndex(of: [UInt8(ascii: "-")]), fields.count > dash + 3
        else { return nil }
        number = String(decoding: fields[0], as: UTF8.self)
        point = Self.unescaped(fields[4])
        place = PlaceOnDevice(
            device: String(decoding: fields[2], as: UTF8.self), names: names(in: Self.unescaped(fields[3])))
        type = String(decoding: fields[dash + 1], as: UTF8.self)
        source = FilePath(bytes: Self.unescaped(fields[dash + 2]))
        options = fields[dash + 3].split(separator: UInt8(ascii: ",")).map { Self.unescaped($0) }
    }

    /// The directories whose files an overlay shows, in their order; none for anything else.
    var layers: [FilePath] {
        if type != "overlay" { return [] }
        return options.flatMap { option -> [FilePath] in
            guard let equals = option.firstIndex(of: UInt8(ascii: "=")) else { return [] }
            let value = option[(equals + 1)...]
            switch String(decoding: option[..<equals], as: UTF8.self) {
            case "upperdir", "lowerdir+", "datadir+": return [FilePath(bytes: Array(value))]
            case "lowerdir": return Self.lowerDirectories(value)
            default: return []
            }
        }.filter(\.isAbsolute)
    }

    /// The parts between colons; a backslash before a colon makes it a part of the name.
    private static func lowerDirectories(_ value: ArraySlice<UInt8>) -> [FilePath] {
        var parts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else if byte == UInt8(ascii: ":"), !isEscaped {
                parts.append([])
            } else {
                parts[parts.count - 1].append(byte)
                isEscaped = false
            }
        }
        return parts.filter { !$0.isEmpty }.map { FilePath(bytes: $0) }
    }

    /// Blanks, tabs, line ends and backslashes are written as `\` and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ 0x30...0x37 ~= $0 }) {
                bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
