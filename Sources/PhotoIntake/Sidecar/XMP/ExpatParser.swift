internal import CExpat
internal import Glibc

/// expat, configured to parse one XMP packet: the sole owner of its parser, which is freed with the value.
///
/// The packet is passed at once: given parts, expat would rescan a long incomplete tag repeatedly. Its memory is
/// limited (see the shim). Parsing stops at a DOCTYPE, so no entity is ever declared and nothing but the packet is
/// read.
@safe struct ExpatParser: ~Copyable {
    /// The maximum memory for expat; its copy of the longest packet takes a quarter of it.
    private static let mostMemory = 8 << 20

    enum End: Equatable {
        /// At its end.
        case complete
        /// At a DOCTYPE.
        case documentType
        /// The collector stopped it.
        case stopped
        /// The memory limit was reached.
        case outOfMemory
        /// The XML is not well-formed; the line, from 1.
        case malformed(line: Int)
    }

    private let parser: XML_Parser

    /// `isUTF8` overrides the packet's encoding declaration. Nil if memory is exhausted.
    init?(isUTF8: Bool) {
        guard let made = unsafe workphotos_expat_create(isUTF8 ? "UTF-8" : nil, 0x0A, Self.mostMemory) else {
            return nil
        }
        unsafe parser = made
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Parses `packet`, of at most 2³¹ − 1 bytes, into `collector`. A parser can be used only once.
    func parse(_ packet: Span<UInt8>, into collector: inout XMPCollector) -> End {
        let context = unsafe ExpatContext(parser, collector)
        defer { collector = context.collector }
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { unsafe ExpatContext.from($0)?.start($1, $2) },
            { data, _ in unsafe ExpatContext.from(data)?.end() })
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            unsafe ExpatContext.from(data)?.meetDocumentType()
        }
        let status = unsafe packet.withUnsafeBytes { bytes in
            unsafe XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 1)
        }
        if context.hasDocumentType { return .documentType }
        if context.isStopped { return .stopped }
        guard status != XML_STATUS_OK else { return .complete }
        guard unsafe XML_GetErrorCode(parser) != XML_ERROR_NO_MEMORY else { return .outOfMemory }
        return .malformed(line: unsafe Int(XML_GetCurrentLineNumber(parser)))
    }
}

@safe private final class ExpatContext {
    /// The maximum length of a name; all known names are shorter. Longer names are truncated: a namespace may be a
    /// megabyte long, and expat provides no length.
    private static let nameBytes = 80
    private static let valueBytes = XMPValues.mostBytes + 1

    private let parser: XML_Parser
    private var takesText = false
    private(set) var hasDocumentType = false
    private(set) var isStopped = false
    var collector: XMPCollector

    init(_ parser: XML_Parser, _ collector: XMPCollector) {
        unsafe self.parser = parser
        self.collector = collector
    }

    static func from(_ data: UnsafeMutableRawPointer?) -> ExpatContext? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<ExpatContext>.fromOpaque(data).takeUnretainedValue()
    }

    func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard !isStopped, let name = unsafe name else { return }
        switch unsafe collector.start(Self.bytes(name, atMost: Self.nameBytes).span) {
        case .stop:
            isStopped = true
            unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
        case .takeAttributes:
            if let attributes = unsafe attributes { unsafe take(attributes) }
        case .goOn: break
        }
        setTextHandler()
    }

    func end() {
        collector.end()
        setTextHandler()
    }

    private func text(_ start: UnsafePointer<CChar>?, _ count: Int) {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
        unsafe collector.text(bytes.span)
        setTextHandler()
    }

    func meetDocumentType() {
        hasDocumentType = true
        unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    /// Names and values alternate; nil follows the last value.
    private func take(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        var next = unsafe attributes
        while let name = unsafe next[0], let value = unsafe next[1] {
            unsafe collector.attribute(
                Self.bytes(name, atMost: Self.nameBytes).span, Self.bytes(value, atMost: Self.valueBytes).span)
            unsafe next += 2
        }
    }

    /// expat calls the handler for each line of text, so it is set only while text is wanted.
    private func setTextHandler() {
        guard collector.wantsText != takesText else { return }
        takesText.toggle()
        unsafe XML_SetCharacterDataHandler(
            parser,
            takesText
                ? { data, text, count in unsafe ExpatContext.from(data)?.text(text, Int(count)) } : nil)
    }

    /// The bytes of a NUL-terminated text, truncated to `most`.
    private static func bytes(_ text: UnsafePointer<CChar>, atMost most: Int) -> UnsafeBufferPointer<UInt8> {
        let count = unsafe strnlen(text, most)
        return unsafe UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
    }
}
