internal import PhotoModel

/// The file name extensions that are examined, ignoring ASCII case. The content decides what a file is; extensions only
/// avoid opening all other files.
struct CandidateEndings: Sendable {
    /// The kind of file that an extension suggests.
    enum Promise {
        /// A photo or video.
        case photo
        /// A file with facts about the photos beside it.
        case sidecar
    }

    private static let sidecarEndings = ["xmp", "json", "aae"] + CompanionNames.all
    private static let endings = [
        // JPEG; MPO holds several pictures, INSP is Insta360's.
        "jpg", "jpeg", "jpe", "jfif", "jif", "jps", "mpo", "insp",
        // HEIF and AVIF, single and sequences.
        "heic", "heif", "hif", "heics", "heifs", "avif", "avifs",
        // Other stills.
        "png", "tif", "tiff", "btf", "webp", "jxl", "gif", "bmp", "psd", "psb",
        // JPEG 2000: in boxes, and its codestream alone.
        "jp2", "jpf", "jpx", "jpm", "j2k", "j2c", "jpc",
        // RAW: Adobe, Canon, Nikon, Sony, Pentax.
        "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "pef", "ptx",
        // RAW: Olympus (ORI is the single shot beside one of high resolution), Panasonic, Leica, Samsung, Fujifilm,
        // Hasselblad, Phase One, GoPro.
        "orf", "ori", "rw2", "rwl", "srw", "raf", "3fr", "fff", "iiq", "gpr",
        // RAW: Leaf, Minolta, Mamiya, Epson, Kodak, Sigma, and what several makers call it.
        "mos", "mrw", "mef", "erf", "kdc", "dcr", "k25", "x3f", "raw",
        // Video in the ISO base media and QuickTime formats; INSV is Insta360's, 360 GoPro MAX's.
        "mov", "qt", "mp4", "m4v", "3gp", "3g2", "insv", "360",
        // Other video: MPEG's streams (MOD and TOD are camcorders'), Windows Media, Matroska.
        "avi", "mts", "m2ts", "m2t", "mpg", "mpeg", "mpe", "mod", "tod", "wmv", "asf", "mkv", "webm",
        // The clip of a Pixel's motion photo, and of a copy of one (issue 405 of immich-go).
        "mp", "mp~2",
    ]

    private static let slotCount = 512

    /// Open addressing with linear probing over at most a quarter of the slots; 0 is an empty one.
    private var slots = [UInt64](repeating: 0, count: slotCount)
    private let sidecarKeys: [UInt64]

    init() {
        sidecarKeys = Self.sidecarEndings.map(Self.key(ofEnding:))
        for key in Self.endings.map(Self.key(ofEnding:)) + sidecarKeys {
            var slot = Self.slot(of: key)
            while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = key
        }
    }

    /// The kind suggested by a name; nil for other extensions.
    func match(_ name: Span<UInt8>) -> Promise? {
        let key = Self.key(of: name)
        guard key != 0 else { return nil }
        var slot = Self.slot(of: key)
        while slots[slot] != 0 {
            if slots[slot] == key {
                if !sidecarKeys.contains(key) { return .photo }
                return SidecarNames.isSidecar(name) ? .sidecar : nil
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    private static func key(ofEnding ending: String) -> UInt64 {
        let name = Array(".\(ending)".utf8)
        return key(of: name.span)
    }

    /// The bytes after the last dot in lower case, last byte first, of many the last eight; 0 if there is no dot in a
    /// name that is not longer than that.
    private static func key(of name: Span<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        var index = name.count
        let first = max(0, name.count - 8)
        while index > first {
            index -= 1
            let byte = name[index]
            if byte == UInt8(ascii: ".") { return key }
            let isUpper = byte &- UInt8(ascii: "A") < 26
            key = key << 8 | UInt64(isUpper ? byte | 0x20 : byte)
        }
        return first > 0 ? key : 0
    }

    private static func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }
}

/// The number of files that a walk will examine, for showing progress. It lists the directories but examines no files.
///
/// `isCancelled` is called once per directory; if it returns true, the count so far is returned. Directories that
/// cannot be read count as empty.
package func countCandidates(root: WalkRoot, options: WalkOptions, isCancelled: () -> Bool) -> Int {
    var traversal = Traversal(root: root, options: options)
    var count = 0
    while !isCancelled(), let listed = traversal.next() { count += listed.files.count }
    return count
}
