/// The sidecars of each photo of a directory, by names alone; used before anything is read.
///
/// Names are bytes, compared without the case of ASCII letters where no name is the very same. What fits two photos
/// belongs to neither, unless it means both.
///
/// - XMP: `IMG.jpg.xmp`; `IMG.xmp` for all photos of that stem; `IMG_01.jpg.xmp`, a further version of darktable's, where
///   there is no IMG_01.jpg, but IMG.jpg and IMG.jpg.xmp.
/// - Takeout: `IMG.jpg.json`, `IMG.jpg.supplemental-metadata.json` and what is left of these when they are cut,
///   `IMG.jpg(1).json` for IMG(1).jpg, and `IMG.json` where there is one photo of that stem. They count for Google's
///   edits `IMG-edited.jpg` as well, where these have none of their own.
/// - Apple: `IMG_1234.AAE` and `IMG_O1234.AAE` for all photos of the stem IMG_1234; where there is none, for IMG_E1234.
package struct SidecarNames: Sendable {
    private let sidecars: [NameKey: [[UInt8]]]

    /// - Parameters:
    ///   - photos: the names of the directory's photos, stills and videos; in any order.
    ///   - sidecars: its names for which ``isSidecar(_:)`` is true; others belong to nothing.
    package init(photos: [[UInt8]], sidecars: [[UInt8]]) {
        guard !sidecars.isEmpty else {
            self.sidecars = [:]
            return
        }
        let matching = SidecarMatching(photos: photos, sidecars: sidecars)
        var found: [Int: [(way: SidecarMatching.Way, name: [UInt8])]] = [:]
        for (sidecar, matches) in matching.matches.enumerated() {
            for match in matches { found[match.photo, default: []].append((match.way, sidecars[sidecar])) }
        }
        self.sidecars = found.reduce(into: [:]) { names, entry in
            names[NameKey(photos[entry.key])] = entry.value.sorted(by: Self.isBefore).map(\.name)
        }
    }

    /// A photo's sidecars in the order in which what they say counts: XMP before Takeout, what is named after the one
    /// photo before what is named after several, then the names by bytes. Empty for names that were not given.
    package func sidecars(of photo: [UInt8]) -> [[UInt8]] {
        sidecars[NameKey(photo)] ?? []
    }

    /// Whether a name ends in `.xmp`, `.json` or `.aae`, in any case, with something before it.
    package static func isSidecar(_ name: Span<UInt8>) -> Bool {
        SidecarEnding(name) != nil
    }

    private static func isBefore(
        _ a: (way: SidecarMatching.Way, name: [UInt8]), _ b: (way: SidecarMatching.Way, name: [UInt8])
    ) -> Bool {
        a.way == b.way ? a.name.lexicographicallyPrecedes(b.name) : a.way < b.way
    }
}

/// What a sidecar's name ends in.
enum SidecarEnding: String, CaseIterable {
    case xmp = ".xmp"
    case json = ".json"
    case aae = ".aae"

    /// Nil for names that end otherwise, or in nothing but that.
    init?(_ name: Span<UInt8>) {
        // Told apart by the last letter, so that a name is compared once at most.
        guard let last = name.count > 0 ? asciiLowercased(name[name.count - 1]) : nil else { return nil }
        let ending: Self
        switch last {
        case UInt8(ascii: "p"): ending = .xmp
        case UInt8(ascii: "n"): ending = .json
        case UInt8(ascii: "e"): ending = .aae
        default: return nil
        }
        let letters = ending.rawValue.utf8
        guard name.count > letters.count else { return nil }
        for (place, letter) in letters.enumerated()
        where asciiLowercased(name[name.count - letters.count + place]) != letter { return nil }
        self = ending
    }
}
