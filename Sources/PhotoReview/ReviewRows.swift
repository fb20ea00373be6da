package import PhotoModel
package import SystemPackage

/// The photos of a page, as columns: about 80 bytes a photo, however many there are.
///
/// All texts are safe to show: names are made so as for a terminal, since what turns the direction of writing would
/// deceive on a page too.
package struct ReviewRows: Sendable {
    /// A number of photos, and their bytes.
    package struct Total: Hashable, Sendable {
        /// Stills and videos.
        package var photos = 0
        /// The bytes of their files.
        package var bytes: Int64 = 0

        package init() {}

        mutating func add(_ photo: Photo) {
            photos += 1
            bytes += photo.bytes
        }
    }

    /// What becomes of a photo, in words.
    package enum Fate: Hashable, Sendable {
        /// Something is done with it, such as `goes to nas`.
        case goes(String)
        /// It is left alone, such as `stays: not uploaded`.
        case stays(String)
    }

    /// Whether positions, distances and directories are kept.
    package let showsPlaces: Bool
    /// The roots, of whose paths only the last name is shown.
    private let roots: [FilePath]
    /// All photos.
    package private(set) var all = Total()
    /// By verdict.
    package private(set) var byVerdict: [Verdict: Total] = [:]
    /// Those whose groups are uploaded.
    package private(set) var uploaded = Total()
    /// Work photos that are not.
    package private(set) var toUpload = Total()
    /// Uploaded work photos that nothing keeps.
    package private(set) var reclaimable = Total()
    /// Those that go.
    package private(set) var going = Total()
    /// Those that stay for a reason.
    package private(set) var staying = Total()
    /// The first and the last day on which photos were taken; nil if no time is known.
    package private(set) var days: ClosedRange<CalendarDay>?

    private(set) var taken: [Int32] = []
    private(set) var bytes: [UInt32] = []
    private(set) var flags: [UInt16] = []
    /// What each photo was when it was added; empty if nobody can decide on them.
    private(set) var stamps: [UInt32] = []
    private(set) var latitudes: [Int32] = []
    private(set) var longitudes: [Int32] = []
    private(set) var distances: [UInt32] = []
    private(set) var reasons = TextColumn()
    private(set) var fences = TextColumn()
    private(set) var cameras = TextColumn()
    private(set) var formats = TextColumn()
    private(set) var uploads = TextColumn()
    private(set) var fates = TextColumn()
    private(set) var folders = TextColumn()
    /// The names, a line each, in which `\l` is the sign that begins markup.
    private(set) var names: [UInt8] = []
    private var lastFolder: (bytes: ArraySlice<UInt8>, number: UInt32)?

    /// Where there is no number.
    private static let none = Int32.min

    /// - Parameters:
    ///   - showsPlaces: whether positions, distances and directories are kept.
    ///   - roots: the directories that were scanned.
    package init(showsPlaces: Bool, roots: [FilePath]) {
        (self.showsPlaces, self.roots) = (showsPlaces, roots)
    }

    /// Adds a photo.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - isUploaded: whether its whole group is uploaded.
    ///   - fate: what becomes of it; nil if nothing is known to keep it, and nothing is to be done.
    ///   - stamp: what it is, by its fingerprint, where somebody can decide on it: not 0, and another number once it
    ///     is changed.
    package mutating func add(_ photo: Photo, isUploaded: Bool, fate: Fate? = nil, stamp: UInt32? = nil) {
        let photo = showsPlaces ? photo : photo.withoutPlace
        if let stamp { stamps.append(stamp) }
        count(photo, isUploaded: isUploaded, fate)
        addNumbers(photo, isUploaded: isUploaded, fate)
        let judgement = photo.judgement
        reasons.append(judgement?.reason.rawValue)
        fences.append(judgement?.fence.map { terminalSafe($0) })
        cameras.append(Self.camera(photo.facts))
        formats.append(photo.formatName)
        uploads.append(Self.destinations(photo.uploads))
        fates.append(fate.map { terminalSafe($0.text) })
        addName(photo.path.bytes)
    }

    /// Adds a photo that is not in the library any more: its name, its size and what became of it.
    package mutating func add(missing path: FilePath, bytes: Int64, fate: Fate) {
        var photo = Photo(path: path, bytes: bytes, modified: 0, facts: PhotoFacts(format: .jpeg), members: [])
        if !showsPlaces { photo = photo.withoutPlace }
        count(photo, isUploaded: false, fate)
        addNumbers(photo, isUploaded: false, fate)
        reasons.append(nil)
        fences.append(nil)
        cameras.append(nil)
        uploads.append(nil)
        // Nothing but the name says what it was.
        formats.append(path.extension.map { terminalSafe($0.lowercased()) })
        fates.append(terminalSafe(fate.text))
        addName(photo.path.bytes)
    }

    private mutating func count(_ photo: Photo, isUploaded: Bool, _ fate: Fate?) {
        all.add(photo)
        if let verdict = photo.judgement?.verdict { byVerdict[verdict, default: Total()].add(photo) }
        if isUploaded { uploaded.add(photo) }
        if photo.judgement?.verdict == .work {
            if !isUploaded { toUpload.add(photo) } else if fate == nil { reclaimable.add(photo) }
        }
        switch fate {
        case .goes: going.add(photo)
        case .stays: staying.add(photo)
        case nil: break
        }
        guard let day = (photo.facts.captureTime?.wall).map({ CalendarDay($0) }) else { return }
        days = min(days?.lowerBound ?? day, day)...max(days?.upperBound ?? day, day)
    }

    private mutating func addNumbers(_ photo: Photo, isUploaded: Bool, _ fate: Fate?) {
        let minutes = (photo.facts.captureTime?.wall).map { Self.minutes($0) }
        taken.append(minutes.map { Int32(clamping: $0) } ?? Self.none)
        bytes.append(Float(photo.bytes).bitPattern)
        flags.append(Self.flags(photo, isUploaded: isUploaded, fate))
        guard showsPlaces else { return }
        let position = photo.facts.position.coordinate
        latitudes.append(position.map { Self.units($0.latitude) } ?? Self.none)
        longitudes.append(position.map { Self.units($0.longitude) } ?? Self.none)
        distances.append((photo.judgement?.distance.map { Float($0) } ?? .nan).bitPattern)
    }

    private mutating func addName(_ path: [UInt8]) {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        for byte in terminalSafe(Array(path[start...])).utf8 {
            if byte == UInt8(ascii: "<") { names += Array("\\l".utf8) } else { names.append(byte) }
        }
        names.append(0x0A)
        if showsPlaces { addFolder(path[..<max(start - 1, 0)]) }
    }

    /// Photos of one directory usually follow each other.
    private mutating func addFolder(_ directory: ArraySlice<UInt8>) {
        if lastFolder?.bytes != directory {
            let path = FilePath(bytes: Array(directory)).beginning(withNamesOf: roots)
            lastFolder = (directory, folders.number(of: terminalSafe(path.bytes)))
        }
        folders.append(number: lastFolder?.number ?? 0)
    }
}

extension ReviewRows {
    /// Whole minutes since 1970 by the clock at the place.
    private static func minutes(_ time: WallTime) -> Int64 {
        let (minutes, rest) = time.microseconds.quotientAndRemainder(dividingBy: 60_000_000)
        return rest < 0 ? minutes - 1 : minutes
    }

    /// Degrees as ten-millionths of a degree.
    private static func units(_ degrees: Double) -> Int32 { Int32(clamping: Int64((degrees * 1e7).rounded())) }

    /// The bits that `data.js` names: the verdict, 3 for none, and what else is true of the photo.
    fileprivate static func flags(_ photo: Photo, isUploaded: Bool, _ fate: Fate?) -> UInt16 {
        let verdict = photo.judgement.flatMap { Verdict.allCases.firstIndex(of: $0.verdict) } ?? 3
        let roles = photo.members.filter { $0.path != photo.path }.map(\.role)
        let rest: [Bool] = [
            photo.isInferred, photo.held != nil, photo.marked != nil, isUploaded, roles.contains(.raw),
            roles.contains(.edit), roles.contains(.clip), roles.contains(.sidecar),
            photo.members.first?.path == photo.path, roles.contains(.still), fate?.isGoing == true,
        ]
        return rest.enumerated().reduce(UInt16(verdict)) { $0 | ($1.element ? 4 << UInt16($1.offset) : 0) }
    }

    private static func camera(_ facts: PhotoFacts) -> String? {
        let model = facts.model ?? ""
        // Many makers repeat their name in the model's.
        let make = facts.make.flatMap { model.lowercased().hasPrefix($0.lowercased()) ? nil : $0 }
        let camera = [make, facts.model].compactMap(\.self).joined(separator: " ")
        return camera.isEmpty ? nil : terminalSafe(camera)
    }

    fileprivate static func destinations(_ uploads: [Photo.Upload]) -> String? {
        if uploads.isEmpty { return nil }
        var names: [String] = []
        for upload in uploads where !names.contains(upload.destination) { names.append(upload.destination) }
        return names.map { terminalSafe($0) }.joined(separator: ", ")
    }
}

extension ReviewChanges.Row {
    /// A row that shows a photo as it is now, in the words of its columns. The parameters are those of
    /// ``ReviewRows/add(_:isUploaded:fate:stamp:)``.
    package init(_ row: Int, _ photo: Photo, isUploaded: Bool, fate: ReviewRows.Fate?, stamp: UInt32) {
        self.init(
            row: row, flags: ReviewRows.flags(photo, isUploaded: isUploaded, fate),
            reason: photo.judgement?.reason.rawValue ?? "", fence: photo.judgement?.fence.map { terminalSafe($0) },
            uploads: ReviewRows.destinations(photo.uploads) ?? "", fate: fate.map { terminalSafe($0.text) } ?? "",
            stamp: stamp)
    }
}

extension ReviewRows.Fate {
    /// Whether the photo goes.
    var isGoing: Bool { if case .goes = self { true } else { false } }

    /// The words.
    var text: String {
        switch self {
        case .goes(let words), .stays(let words): words
        }
    }
}
