internal import Crypto
package import PhotoModel

/// A page with photos that is one file: it loads nothing, and nothing in it can.
///
/// Its markup, style and program are the files in `Page`, which also read what a server sends. The photos are blocks of
/// data that no browser takes for markup or for a program.
package struct ReviewPage: Sendable {
    /// What the page is about.
    package struct Subject: Sendable {
        /// The heading.
        package var title: String
        /// What is in it, in one sentence.
        package var sentence: String
        /// What those who get it can see; empty for nothing.
        package var banner: String
        /// When and by what it was made.
        package var made: String
        /// What is said of the photos with which something is done and of those that are left alone, such as `would go`
        /// and `would stay`; nil if it is about no act.
        package var fates: (going: String, staying: String)?

        /// All of it.
        package init(title: String, sentence: String, banner: String, made: String) {
            (self.title, self.sentence, self.banner, self.made) = (title, sentence, banner, made)
        }
    }

    /// A coarse map of the world below the photos: files of Marble's with Natural Earth's data (pn2, version 2).
    package struct Ground: Sendable {
        package let land: [UInt8]
        package let lakes: [UInt8]
        /// Borders of countries.
        package let borders: [UInt8]

        /// A ground of the files' bytes.
        package init(land: [UInt8], lakes: [UInt8], borders: [UInt8]) {
            (self.land, self.lakes, self.borders) = (land, lakes, borders)
        }
    }

    private let subject: Subject
    private let rows: ReviewRows
    private let fences: [Fence]
    private let reasons: [Reason: String]
    private let ground: Ground?

    /// - Parameters:
    ///   - fences: the fences to draw; none are drawn if the rows show no places.
    ///   - ground: what is drawn below; nil for nothing.
    package init(
        subject: Subject, rows: ReviewRows, fences: [Fence], reasons: [Reason: String], ground: Ground? = nil
    ) {
        self.subject = subject
        self.rows = rows
        self.fences = rows.showsPlaces ? fences : []
        self.reasons = reasons
        self.ground = rows.showsPlaces ? ground : nil
    }

    /// Writes the page.
    ///
    /// - Parameter nextPicture: the next picture, a JPEG stream, with its row; nil after the last.
    package func write(
        to put: ([UInt8]) throws -> Void, nextPicture: () throws -> (row: Int, jpeg: [UInt8])?
    ) throws {
        for part in Self.template {
            switch part {
            case .text(let text): try put(Array(text.utf8))
            case .value("title"): try put(Array(Self.escaped(terminalSafe(subject.title)).utf8))
            case .value("sentence"): try put(Array(Self.escaped(subject.sentence).utf8))
            case .value("policy"): try put(Array(Self.policy.utf8))
            case .value("style"): try put(Array("<style>".utf8) + PackageResources.page_css + Array("</style>".utf8))
            case .value("script"): try put(Array("<script>".utf8) + Self.script + Array("</script>".utf8))
            case .value: try writeData(to: put, nextPicture)
            }
        }
    }

    /// Sends all but the markup, style and program: blocks, each a line with its name and its length, and its bytes.
    ///
    /// - Parameter state: what can be done about the photos now. Each of them has a stamp.
    package func send(_ state: ReviewState, to put: ([UInt8]) async throws -> Void) async throws {
        var blocks = columns + [("stamp", { littleEndian(rows.stamps) })]
        if let ground {
            blocks += [("land", { ground.land }), ("lakes", { ground.lakes }), ("borders", { ground.borders })]
        }
        for (name, bytes) in [("about", { about(state) })] + blocks + [("names", { rows.names })] {
            let bytes = bytes()
            try await put(Array("\(name) \(bytes.count)\n".utf8))
            try await put(bytes)
        }
    }

    private func writeData(
        to put: ([UInt8]) throws -> Void, _ nextPicture: () throws -> (row: Int, jpeg: [UInt8])?
    ) throws {
        try Self.block("about", about(nil), put)
        for (name, bytes) in columns { try Self.block(name, Base64.digits(of: bytes()), put) }
        if let ground {
            for (name, bytes) in [("land", ground.land), ("lakes", ground.lakes), ("borders", ground.borders)] {
                try Self.block(name, Base64.digits(of: bytes), put)
            }
        }
        try Self.block("names", rows.names, put)
        try put(Self.start(of: "pictures"))
        while let picture = try nextPicture() {
            try put(Array("\(picture.row) ".utf8) + Base64.digits(of: picture.jpeg) + [0x0A])
        }
        try put(Self.blockEnd)
    }

    /// The numbers of the rows, each column made when it is written.
    private var columns: [(name: String, bytes: () -> [UInt8])] {
        var columns: [(String, () -> [UInt8])] = [
            ("taken", { littleEndian(rows.taken) }), ("bytes", { littleEndian(rows.bytes) }),
            ("flags", { littleEndian(rows.flags) }),
        ]
        if rows.showsPlaces {
            columns += [
                ("latitude", { littleEndian(rows.latitudes) }), ("longitude", { littleEndian(rows.longitudes) }),
                ("distance", { littleEndian(rows.distances) }),
            ]
        }
        return columns + texts.map { name, column in (name, { column.bytes }) }
    }

    private var texts: [(name: String, column: TextColumn)] {
        let texts = [
            ("reason", rows.reasons), ("fence", rows.fences), ("camera", rows.cameras), ("format", rows.formats),
            ("uploads", rows.uploads), ("fate", rows.fates),
        ]
        return texts + (rows.showsPlaces ? [("folder", rows.folders)] : [])
    }
}

extension ReviewPage {
    /// Everything but the photos, as JSON in which nothing begins markup.
    private func about(_ state: ReviewState?) -> [UInt8] {
        var about = JSONLine(type: "review")
        about.set("title", terminalSafe(subject.title))
        about.set("sentence", subject.sentence)
        about.set("banner", subject.banner)
        about.set("made", subject.made)
        about.set("photos", rows.all.photos)
        about.set("fates", subject.fates.map { [$0.going, $0.staying] } ?? [])
        about.set("totals", totals) { total, object in
            object.set("name", total.name)
            object.set("photos", total.total.photos)
            object.set("bytes", total.total.bytes)
        }
        about.set("texts") { object in
            for (name, column) in texts { object.set(name, column.texts) }
        }
        about.set("reasons") { object in
            for reason in Reason.allCases { object.set(reason.rawValue, reasons[reason] ?? reason.rawValue) }
        }
        about.set(fences: fences)
        state?.write(to: &about)
        let pieces = about.line.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return Array(pieces.joined(separator: Array("\\u003C".utf8)))
    }

    /// The totals to show, named as by `status`.
    private var totals: [(name: String, total: ReviewRows.Total)] {
        let verdicts = Verdict.allCases.compactMap { verdict in
            rows.byVerdict[verdict].map { (verdict.rawValue, $0) }
        }
        if let fates = subject.fates { return verdicts + [(fates.going, rows.going), (fates.staying, rows.staying)] }
        if rows.byVerdict[.work] == nil { return verdicts }
        return verdicts + [
            ("uploaded", rows.uploaded), ("to upload", rows.toUpload),
            ("inferred, not uploaded", rows.inferredNotUploaded),
            ("imported, to be read first", rows.importedNotUploaded), ("can be reclaimed", rows.reclaimable),
        ]
    }

    private static let blockEnd = Array("</script>\n".utf8)

    private static func start(of name: String) -> [UInt8] {
        Array("<script type=\"application/octet-stream\" id=\"data-\(name)\">\n".utf8)
    }

    /// A block of data. The bytes contain no `<`.
    private static func block(_ name: String, _ bytes: [UInt8], _ put: ([UInt8]) throws -> Void) throws {
        try put(start(of: name))
        try put(bytes)
        try put(blockEnd)
    }
}

// The files in `Page`.
extension ReviewPage {
    private enum Part {
        case text(Substring)
        /// What replaces a name in double braces.
        case value(Substring)
    }

    /// The page without photos, for a server that sends the style, the program and the photos by themselves.
    static var shell: [UInt8] {
        let texts = template.map { part in
            switch part {
            case .text(let text): String(text)
            case .value("title"): "workphotos review"
            case .value("sentence"): "The photos of your library."
            case .value("policy"): ServedAnswer.policy
            case .value("style"): "<link rel=\"stylesheet\" href=\"/page.css\">"
            case .value("script"): "<script src=\"/page.js\"></script>"
            case .value: ""
            }
        }
        return Array(texts.joined().utf8)
    }

    /// The markup, in which names in double braces are replaced.
    private static var template: [Part] {
        let pieces = String(decoding: PackageResources.page_html, as: UTF8.self).split(separator: "{{")
        return pieces.enumerated().flatMap { place, piece -> [Part] in
            if place == 0 { return [.text(piece)] }
            let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            return [.value(parts[0])] + parts.dropFirst().map { .text($0) }
        }
    }

    /// The program: all files, each of which uses those before it.
    static var script: [UInt8] {
        PackageResources.data_js + PackageResources.words_js + PackageResources.ground_js + PackageResources.map_js
            + PackageResources.timeline_js + PackageResources.list_js + PackageResources.server_js
            + PackageResources.viewer_js + PackageResources.decide_js + PackageResources.draft_js
            + PackageResources.fences_js + PackageResources.staged_js + PackageResources.page_js
    }

    /// The policy of the page: this style, this program, and pictures that are in the file.
    private static var policy: String {
        "default-src 'none'; script-src \(hash(script)); style-src \(hash(PackageResources.page_css)); "
            + "img-src data:; base-uri 'none'; form-action 'none'"
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        "'sha256-\(Base64.encode(Array(SHA256.hash(data: bytes))))'"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
