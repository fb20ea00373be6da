internal import PhotoModel

/// Reads the content of an open file: finds its metadata blocks by its format and reads them.
struct ContentReader: ~Copyable {
    /// The maximum size of an EXIF block that is loaded as it is.
    private static let mostLoaded = 262_144

    private var exif = ExifReader()

    /// Reads the file.
    ///
    /// - Parameter promise: the sidecar format that the file's name suggests. It is used if the content is not in a
    ///   self-identifying format.
    /// - Returns: the content. If reading failed, ``PhotoSource/failure`` is set and the result is meaningless.
    mutating func read(_ source: inout PhotoSource, promise: SidecarFormat?) -> FileContent {
        let kind = source.withBytes(0..<source.headCount) { ContentKind($0) } ?? .unknown
        if promise == .companion { return companion(kind, &source) }
        do throws(ContainerProblem) {
            if let promise, kind.mayBeSidecar { return try SidecarReader.read(&source, promise) }
            guard let content = try Self.container(kind, &source) else { return Self.refusal(of: kind) }
            return .photo(facts(of: content, &source))
        } catch {
            switch error {
            case .corrupt(let detail): return .broken(.corrupt, detail: detail)
            case .tooLarge(let detail): return .broken(.tooLarge, detail: detail)
            case .other(let name): return .other(name)
            }
        }
    }

    /// Reads a companion of a photo: of a film or picture its place and time, of anything else nothing.
    private mutating func companion(_ kind: ContentKind, _ source: inout PhotoSource) -> FileContent {
        guard let content = try? Self.container(kind, &source) else { return .sidecar(.companion) }
        return .sidecar(.companion, SourceFacts(of: facts(of: content, &source)))
    }

    /// Reads the container; nil for a kind that is not read.
    private static func container(
        _ kind: ContentKind, _ source: inout PhotoSource
    ) throws(ContainerProblem) -> ContainerContent? {
        switch kind {
        case .jpeg: try JPEGReader.read(&source)
        case .heif: try HEIFReader.read(&source)
        case .movie: try MovieReader.read(&source)
        case .cr3: try CR3Reader.read(&source)
        case .tiff: try TIFFReader.read(&source)
        case .raf: try RAFReader.read(&source)
        case .png: try PNGReader.read(&source)
        case .webp: try WebPReader.read(&source)
        case .jxl: try JXLReader.read(&source)
        case .jp2: try JP2Reader.read(&source)
        case .psd: try PSDReader.read(&source)
        case .gif: try GIFReader.read(&source)
        case .bmp: try BMPReader.read(&source)
        case .crw: try CRWReader.read(&source)
        case .mrw: try MRWReader.read(&source)
        case .x3f: try X3FReader.read(&source)
        case .avi: try AVIReader.read(&source)
        case .transportStream: MPEGReader.readTransport(&source)
        case .programStream: MPEGReader.readProgram(&source)
        case .asf: try WMVReader.read(&source)
        case .matroska: try MatroskaReader.read(&source)
        case .damaged, .unknown: nil
        }
    }

    /// The bytes of the JPEG thumbnail, whose length ``PhotoFacts/thumbnailBytes`` is; nil if there is none.
    func thumbnail(_ source: inout PhotoSource) -> [UInt8]? {
        let kind = source.withBytes(0..<source.headCount) { ContentKind($0) } ?? .unknown
        guard let content = try? Self.container(kind, &source) else { return nil }
        if let range = content.thumbnail { return source.withBytes(range, Self.copied) }
        guard case .block(let block)? = content.exif.first else { return nil }
        if case .file(let range) = block, range.count > Self.mostLoaded {
            guard let place = TIFFExcerpt(ofBlock: range, &source)?.thumbnail else { return nil }
            return source.withBytes(place, Self.copied)
        }
        var thumbnail: [UInt8]?
        Self.withBytes(of: block, &source) { tiff in
            guard let place = GatheredEntries(tiff)?.thumbnail else { return }
            thumbnail = Self.copied(tiff.extracting(place))
        }
        return thumbnail
    }

    private static func copied(_ bytes: Span<UInt8>) -> [UInt8] {
        unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    private static func refusal(of kind: ContentKind) -> FileContent {
        switch kind {
        case .damaged(let detail): .broken(.corrupt, detail: detail)
        default: .broken(.unsupported, detail: "holds no photo or video of a known format")
        }
    }

    /// The facts in the metadata blocks, by descending precedence: EXIF, the format's own, XMP, IPTC.
    private mutating func facts(of content: ContainerContent, _ source: inout PhotoSource) -> PhotoFacts {
        var facts = exifFacts(of: content, &source)
        facts.width = content.width
        facts.height = content.height
        if let orientation = content.orientation { facts.orientation = orientation }
        if let thumbnail = content.thumbnail { facts.thumbnailBytes = thumbnail.count }
        if let identifier = content.contentIdentifier { facts.contentIdentifier = identifier }
        facts.duration = content.duration
        if let own = content.own { facts.add(own) }
        if let end = content.trailerEnd, facts.captureTime?.offset == nil,
            let moment = SamsungTrailer.moment(endingAt: end, in: &source)
        {
            facts.add(momentOfCapture: moment)
        }
        for packet in content.xmp { Self.add(packet, to: &facts, &source) }
        if let iptc = content.iptc, facts.wantsTime {
            Self.withBytes(of: iptc, &source) { facts.take(IPTCReader.captureTime($0)) }
        }
        facts.take(content.created)
        return facts
    }

    /// Adds what XMP says. Parsing a packet costs more than everything else, and rarely adds anything or says another
    /// place.
    private static func add(_ xmp: XMPSource, to facts: inout PhotoFacts, _ source: inout PhotoSource) {
        let (block, isStray): (MetadataBlock, Bool)
        switch xmp {
        case .unread: return facts.noteUnreadPosition()
        case .packet(let packet): (block, isStray) = (packet, false)
        case .stray(let packet): (block, isStray) = (packet, true)
        }
        let isRead = withBytes(of: block, &source) { packet in
            guard XMPGlance.mayAdd(packet, to: facts), let said = XMPReader.read(packet) else { return }
            if isStray { facts.note(placesOf: said) } else { facts.add(said) }
        }
        if !isRead, !isStray { facts.noteUnreadPosition() }
    }

    /// The facts in all EXIF blocks together. Every one is read, since another place counts for `never` fences. A time
    /// of capture in any of them counts before one of digitizing.
    private mutating func exifFacts(of content: ContainerContent, _ source: inout PhotoSource) -> PhotoFacts {
        var facts = PhotoFacts(format: content.format)
        var digitized: CaptureTime?
        for (place, data) in content.exif.enumerated() {
            var other = PhotoFacts(format: content.format)
            read(data, &source, &other)
            let isTimeOfCapture = other.captureTime != nil && !exif.isTimeOfDigitizing
            if place == 0 {
                facts = other
                if !isTimeOfCapture { digitized = other.captureTime }
                continue
            }
            if digitized != nil, isTimeOfCapture { (facts.captureTime, facts.nextCaptureTime) = (nil, nil) }
            facts.add(SourceFacts(exif: other))
            if digitized != nil, isTimeOfCapture {
                facts.take(digitized)
                digitized = nil
            }
        }
        return facts
    }

    /// Reads EXIF data; of a block that is too large to be loaded an excerpt.
    private mutating func read(_ data: ExifSource, _ source: inout PhotoSource, _ facts: inout PhotoFacts) {
        switch data {
        case .unread: facts.noteUnreadPosition()
        case .values(let values): exif.read(values, into: &facts)
        case .block(.file(let range)) where range.count > Self.mostLoaded:
            guard let excerpt = TIFFExcerpt(ofBlock: range, &source) else { return facts.noteUnreadPosition() }
            exif.read(excerpt.values, into: &facts)
            facts.thumbnailBytes = excerpt.thumbnail?.count
            facts.contentIdentifier = excerpt.contentIdentifier
        case .block(let block):
            let isRead = Self.withBytes(of: block, &source) { tiff in exif.read(tiff, into: &facts) }
            if !isRead { facts.noteUnreadPosition() }
        }
    }

    /// Calls `body` with the bytes of a block; false, without a call, if they cannot be read.
    @discardableResult
    private static func withBytes(
        of block: MetadataBlock, _ source: inout PhotoSource, _ body: (Span<UInt8>) -> Void
    ) -> Bool {
        switch block {
        case .file(let range): return source.withBytes(range, body) != nil
        case .parts(let parts):
            var whole: [UInt8] = []
            for part in parts {
                let isRead: Void? = source.withBytes(part) { bytes in
                    for index in bytes.indices { whole.append(bytes[index]) }
                }
                if isRead == nil { return false }
            }
            body(whole.span)
            return true
        case .bytes(let bytes):
            body(bytes.span)
            return true
        }
    }
}

extension PhotoFacts {
    /// A position that may be in what could not be read is malformed, never absent.
    fileprivate mutating func noteUnreadPosition() {
        if position == .absent { position = .invalid(.malformed) }
    }
}
