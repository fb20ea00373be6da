internal import CExpat
internal import Glibc
internal import PhotoModel

protocol MapElements {
    var depth: Int { get }
    /// The text of the innermost element, if it is wanted.
    var text: [UInt8] { get set }
    /// Whether the text of the innermost element is wanted.
    var wantsText: Bool { get }

    /// Called at the start of an element.
    ///
    /// - Parameters:
    ///   - name: the local name, without its namespace.
    ///   - attributes: values by local names.
    ///   - line: the line of the element, from 1.
    mutating func start(_ name: String, _ attributes: [String: String], line: Int) throws(MapFileError)

    /// Called at the end of the innermost element.
    mutating func end()
}

/// expat, configured to parse a map file: the sole owner of its parser, which is freed with the value.
///
/// Parsing stops at a DOCTYPE, so no entity is ever declared. The file is passed in parts, so that expat keeps no more
/// of it than its longest tag, within a memory limit (see the shim).
@safe struct MapXML: ~Copyable {
    private static let mostMemory = 8 << 20
    private static let part = 65_536
    private let parser: XML_Parser

    /// Parses a file and passes its elements to `elements`.
    ///
    /// - Returns: `elements` with its result.
    /// - Throws: if the file is not well-formed XML, has a DOCTYPE, or is rejected by `elements`.
    static func read<Elements: MapElements>(
        _ bytes: [UInt8], into elements: Elements
    ) throws(MapFileError) -> Elements {
        guard bytes.count <= MapReader.mostBytes else {
            throw MapFileError("the file has more than the \(Int64(MapReader.mostBytes).byteSize) that are read")
        }
        guard let reader = MapXML() else { throw MapFileError("there is not enough memory") }
        return try reader.parse(bytes, unsafe MapContext(reader.parser, elements)) as? Elements ?? elements
    }

    private init?() {
        guard let made = unsafe workphotos_expat_create(nil, 0x0A, Self.mostMemory) else { return nil }
        unsafe parser = made
    }

    deinit { unsafe XML_ParserFree(parser) }

    private func parse(_ bytes: [UInt8], _ context: MapContext) throws(MapFileError) -> any MapElements {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { unsafe MapContext.from($0)?.start($1, $2) }, { data, _ in unsafe MapContext.from(data)?.end() })
        unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
            unsafe MapContext.from(data)?.text(text, Int(count))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            unsafe MapContext.from(data)?.stop(MapFileError("the file has a DOCTYPE, which no map needs; remove it"))
        }
        var start = 0
        while true {
            let end = min(start + Self.part, bytes.count)
            let status = unsafe bytes[start..<end].withUnsafeBytes { part in
                unsafe XML_Parse(parser, part.baseAddress, Int32(part.count), end == bytes.count ? 1 : 0)
            }
            if let problem = context.problem { throw problem }
            guard status == XML_STATUS_OK else { throw unsafe Self.error(of: parser) }
            if end == bytes.count { break }
            start = end
        }
        return context.elements
    }

    private static func error(of parser: XML_Parser) -> MapFileError {
        let line = Int(unsafe XML_GetCurrentLineNumber(parser))
        let code = unsafe XML_GetErrorCode(parser)
        let words = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "it is damaged"
        return MapFileError(line: line, "the file is not well-formed XML: \(words)")
    }
}

/// The context of expat's callbacks.
@safe private final class MapContext {
    /// The maximum number of bytes of a name or attribute; everything wanted is shorter. A longer name is cut, and a
    /// longer attribute is left out.
    private static let most = 4_096
    /// The maximum nesting depth.
    private static let mostDepth = 256

    private let parser: XML_Parser
    private(set) var problem: MapFileError?
    private(set) var elements: any MapElements

    init(_ parser: XML_Parser, _ elements: any MapElements) {
        unsafe self.parser = parser
        self.elements = elements
    }

    static func from(_ data: UnsafeMutableRawPointer?) -> MapContext? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<MapContext>.fromOpaque(data).takeUnretainedValue()
    }

    func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard problem == nil, let name = unsafe name else { return }
        let line = Int(unsafe XML_GetCurrentLineNumber(parser))
        guard elements.depth < Self.mostDepth else {
            return stop(MapFileError(line: line, "the elements are nested too deeply"))
        }
        var values: [String: String] = [:]
        if var next = unsafe attributes {
            while let name = unsafe next[0], let value = unsafe next[1] {
                if unsafe strnlen(value, Self.most) < Self.most { unsafe values[Self.local(name)] = Self.text(value) }
                unsafe next += 2
            }
        }
        do {
            try unsafe elements.start(Self.local(name), values, line: line)
        } catch {
            stop(error)
        }
    }

    func end() {
        if problem == nil { elements.end() }
    }

    func text(_ start: UnsafePointer<CChar>?, _ count: Int) {
        guard problem == nil, elements.wantsText else { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
        unsafe elements.text.append(contentsOf: bytes)
    }

    func stop(_ error: MapFileError) {
        if problem == nil { problem = error }
        unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    /// A name without its namespace: programs use half a dozen different ones for KML.
    private static func local(_ name: UnsafePointer<CChar>) -> String {
        let name = unsafe text(name)
        return name.lastIndex(of: "\n").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private static func text(_ text: UnsafePointer<CChar>) -> String {
        let count = unsafe strnlen(text, most)
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self), as: UTF8.self)
    }
}
