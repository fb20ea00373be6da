package import PhotoModel
package import SystemPackage

/// The photos of a page, as columns: about 80 bytes a photo, however many there are. Of a page that is served, rows are
/// replaced while it is looked at.
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

        mutating func add(_ bytes: Int64) {
            photos += 1
            self.bytes += bytes
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
    /// Work photos that are not, and that an upload takes.
    package private(set) var toUpload = Total()
    /// Work photos that are not, by an inferred position: an upload takes them only if it is told so.
    package private(set) var inferredNotUploaded = Total()
    /// Work photos that are not, and of whose groups a scan has to read files first: an import tells of them.
    package private(set) var importedNotUploaded = Total()
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
    ///   - fate: what becomes of it; nil if nothing is known to keep it, and nothing is to be done.
    ///   - stamp: a number that stands for its fingerprint, not 0, and another one once the photo is changed; nil if
    ///     nobody can decide on it.
    package mutating func add(_ photo: Photo, isUploaded: Bool, fate: Fate? = nil, stamp: UInt32? = nil) {
        let photo = showsPlaces ? photo : photo.withoutPlace
        if let stamp { stamps.append(stamp) }
        addNumbers(photo, isUploaded: isUploaded, fate)
        count(photo, fate)
        let judgement = photo.judgement
        reasons.append(judgement?.reason.rawValue)
        fences.append(judgement?.fence.map { terminalSafe($0) })
        cameras.append(Self.camera(photo.facts))
        formats.append(photo.formatName)
        uploads.append(Self.destinations(photo.uploads))
        fates.append(fate.map { terminalSafe($0.words) })
        addName(photo.path.bytes)
    }

    /// Adds what else is to be said of a row's photo, to what becomes of it.
    ///
    /// - Parameter row: a row that was added.
    package mutating func remark(_ words: String, on row: Int) {
        let texts = [fates[row], terminalSafe(words)].filter { !$0.isEmpty }
        fates[row] = texts.joined(separator: "; ")
    }

    /// Adds a photo that is not in the library any more: its name, its size and what became of it.
    package mutating func add(missing path: FilePath, bytes: Int64, fate: Fate) {
        let unknown = Fingerprint(size: bytes, modified: 0, changed: 0, inode: 0)
        var photo = Photo(path: path, fingerprint: unknown, facts: PhotoFacts(format: .jpeg), members: [])
        if !showsPlaces { photo = photo.withoutPlace }
        addNumbers(photo, isUploaded: false, fate)
        count(photo, fate)
        reasons.append(nil)
        fences.append(nil)
        cameras.append(nil)
        uploads.append(nil)
        // Nothing but the name says what it was.
        formats.append(path.extension.map { terminalSafe($0.lowercased()) })
        fates.append(terminalSafe(fate.words))
        addName(photo.path.bytes)
    }

    private mutating func count(_ photo: Photo, _ fate: Fate?) {
        count(photo.bytes, photo.judgement?.verdict, flags[flags.count - 1], fate?.isGoing)
        guard let day = (photo.facts.captureTime?.wall).map({ CalendarDay($0) }) else { return }
        days = min(days?.lowerBound ?? day, day)...max(days?.upperBound ?? day, day)
    }

    private mutating func count(_ bytes: Int64, _ verdict: Verdict?, _ flags: UInt16, _ isGoing: Bool?) {
        let isUploaded = flags & Self.uploadedFlag != 0
        all.add(bytes)
        if let verdict { byVerdict[verdict, default: Total()].add(bytes) }
        if isUploaded { uploaded.add(bytes) }
        if verdict == .work {
            if isUploaded {
                if isGoing == nil { reclaimable.add(bytes) }
            } else if flags & Self.importedFlag != 0 {
                importedNotUploaded.add(bytes)
            } else if flags & Self.inferredFlag != 0 {
                inferredNotUploaded.add(bytes)
            } else {
                toUpload.add(bytes)
            }
        }
        switch isGoing {
        case true?: going.add(bytes)
        case false?: staying.add(bytes)
        case nil: break
        }
    }

    private mutating func addNumbers(_ photo: Photo, isUploaded: Bool, _ fate: Fate?) {
        taken.append(Self.taken(photo))
        bytes.append(Float(photo.bytes).bitPattern)
        flags.append(Self.flags(photo, isUploaded: isUploaded, fate))
        guard showsPlaces else { return }
        let place = Self.place(photo)
        latitudes.append(place.latitude)
        longitudes.append(place.longitude)
        distances.append(place.distance)
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

// Rows of a page that is served.
extension ReviewRows {
    /// What a photo is, by its fingerprint: by what ``Photo/isSame(as:)`` compares.
    ///
    /// - Returns: FNV-1a of 32 bits over the numbers, little-endian; never 0.
    package static func stamp(_ photo: Photo) -> UInt32 {
        var hash = StampHash()
        let print = photo.fingerprint
        let kept = photo.keepsInodes ? [print.changed, Int64(bitPattern: print.inode)] : []
        for number in [print.size, print.modified] + kept {
            hash.add(UInt32(truncatingIfNeeded: number))
            hash.add(UInt32(truncatingIfNeeded: number >> 32))
        }
        return max(hash.value, 1)
    }

    /// Whether a row shows a photo as it is in the index.
    package func shows(_ photo: Photo, in row: Int) -> Bool { stamps[row] == Self.stamp(photo) }

    /// Hashes the stamps of rows, as the page does.
    ///
    /// - Parameter ranges: rows, all of which there are, in the order of the page.
    package func stampHash(of ranges: [ClosedRange<Int>]) -> UInt32 {
        var hash = StampHash()
        for range in ranges { for row in range { hash.add(stamps[row]) } }
        return hash.value
    }

    /// A row as the page is told of it.
    package func told(_ row: Int) -> ReviewChanges.Row {
        ReviewChanges.Row(
            row: row, flags: flags[row], reason: reasons[row], fence: fences[row].isEmpty ? nil : fences[row],
            uploads: uploads[row], fate: fates[row], stamp: stamps[row])
    }

    /// Shows in a row what its photo is now. The totals are made again by ``recount(leavingOut:)``.
    ///
    /// - Parameters: as for ``add(_:isUploaded:fate:stamp:)``.
    /// - Returns: whether anything of which the page is told is different.
    package mutating func replace(
        _ row: Int, with photo: Photo, isUploaded: Bool, fate: Fate?, stamp: UInt32
    ) -> Bool {
        let photo = showsPlaces ? photo : photo.withoutPlace
        let (before, now) = (told(row), ReviewChanges.Row(row, photo, isUploaded: isUploaded, fate: fate, stamp: stamp))
        if before.stamp != stamp {
            bytes[row] = Float(photo.bytes).bitPattern
            formats[row] = photo.formatName
            cameras[row] = Self.camera(photo.facts) ?? ""
        }
        taken[row] = Self.taken(photo)
        (stamps[row], flags[row], reasons[row], fences[row]) = (stamp, now.flags, now.reason, now.fence ?? "")
        (uploads[row], fates[row]) = (now.uploads, now.fate)
        if showsPlaces { (latitudes[row], longitudes[row], distances[row]) = Self.place(photo) }
        return now != before
    }

    /// Makes the totals of all rows again, by the columns: the bytes are then good to seven digits.
    package mutating func recount(leavingOut isLeftOut: (Int) -> Bool) {
        (all, byVerdict, uploaded, toUpload) = (Total(), [:], Total(), Total())
        (inferredNotUploaded, importedNotUploaded, reclaimable) = (Total(), Total(), Total())
        (going, staying) = (Total(), Total())
        for row in flags.indices where !isLeftOut(row) {
            let verdict = Int(flags[row] & 3)
            let isGoing = flags[row] & Self.goingFlag != 0
            count(
                Int64(Float(bitPattern: bytes[row])),
                Verdict.allCases.indices.contains(verdict) ? Verdict.allCases[verdict] : nil, flags[row],
                fates[row].isEmpty ? nil : isGoing)
        }
    }
}

extension ReviewRows {
    private static let inferredFlag: UInt16 = 4 << 0
    private static let uploadedFlag: UInt16 = 4 << 3
    private static let goingFlag: UInt16 = 4 << 10
    private static let importedFlag: UInt16 = 4 << 11

    private static func taken(_ photo: Photo) -> Int32 {
        let minutes = (photo.facts.captureTime?.wall).map { Self.minutes($0) }
        return minutes.map { Int32(clamping: $0) } ?? Self.none
    }

    private static func place(_ photo: Photo) -> (latitude: Int32, longitude: Int32, distance: UInt32) {
        let position = photo.facts.position.coordinate
        return (
            position.map { Self.units($0.latitude) } ?? Self.none,
            position.map { Self.units($0.longitude) } ?? Self.none,
            (photo.judgement?.distance.map { Float($0) } ?? .nan).bitPattern
        )
    }

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
            photo.members.first?.path == photo.path, roles.contains(.still), fate?.isGoing == true, photo.isImported,
        ]
        return rest.enumerated().reduce(UInt16(verdict)) { $0 | ($1.element ? 4 << UInt16($1.offset) : 0) }
    }

    private static func camera(_ facts: PhotoFacts) -> String? {
        let camera = facts.camera.text
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
            uploads: ReviewRows.destinations(photo.uploads) ?? "", fate: fate.map { terminalSafe($0.words) } ?? "",
            stamp: stamp)
    }
}

extension ReviewRows.Fate {
    var isGoing: Bool { if case .goes = self { true } else { false } }

    /// The words.
    package var words: String {
        switch self {
        case .goes(let words), .stays(let words): words
        }
    }
}
