internal import PhotoModel

/// How the samples of a track are coded (`stsd`): known codings with known settings stay, the coder's name goes.
struct SampleDescriptions {
    /// The coding whose samples can hold a coder's data; nil for others.
    private(set) var coding: CoderData.Coding?
    /// The bytes of the length before each unit of a sample.
    private(set) var lengthSize = 4
    /// The bytes of a moment of sound that is not compressed, for all channels; nil for others.
    private(set) var frameBytes: Int?

    private static let plain: Set<FourCC> = ["sowt", "twos", "in24", "in32", "fl32", "fl64", "raw "]
    private static let video: Set<FourCC> = [
        "avc1", "avc3", "hvc1", "hev1", "av01", "vp09", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x",
    ]
    private static let sound: Set<FourCC> = [
        "mp4a", "alac", "sowt", "twos", "lpcm", "in24", "in32", "fl32", "fl64", "raw ", "ulaw", "alaw", "ac-3", "ec-3",
        "Opus", "fLaC", "ipcm", "fpcm", "samr", "sawb",
    ]
    private static let settings: Set<FourCC> = [
        "avcC", "hvcC", "av1C", "vpcC", "lhvC", "dvcC", "dvvC", "dvwC", "hvcE", "pasp", "clap", "fiel", "gama",
        "chrm", "btrt", "mdcv", "clli", "amve", "cclv", "esds", "chan", "chnl", "dac3", "dec3", "alac", "dOps", "dfLa",
        "pcmC", "srat", "frma", "enda", "damr", "ap4h", "st3d",
    ]

    /// - Parameter box: the `stsd` box.
    /// - Throws: `refused` for a coding or a setting that is not known; `unreadable`.
    init(_ box: CleanBox, _ source: inout CleanSource, _ edits: inout CleanEdits) throws(CleanFailure) {
        for entry in try source.boxes(of: box.content.dropFirst(8)) {
            let start = entry.content.lowerBound
            guard entry.content.count >= 28, try source.number(at: start + 6, 2) == 1 else {
                throw .refused("has samples that are not in this file")
            }
            if Self.video.contains(entry.type) {
                guard entry.content.count >= 78 else { throw entry.unknown }
                try edits.blankOut(start + 12..<start + 16, .coder, &source)
                try edits.blankOut(start + 42..<start + 74, .coder, &source)
                try cleanSettings(start + 78..<entry.content.upperBound, &source, &edits)
                try take(entry, &source)
            } else if Self.sound.contains(entry.type) {
                try edits.blankOut(start + 12..<start + 16, .coder, &source)
                let more = [1: 16, 2: 36][try source.number(at: start + 8, 2)] ?? 0
                guard entry.content.count >= 28 + more else { throw entry.unknown }
                if Self.plain.contains(entry.type) {
                    let bits = ["in24": 24, "in32": 32, "fl32": 32, "fl64": 64][entry.type]
                    let channels = try source.number(at: start + 16, 2)
                    let width = try source.number(at: start + 18, 2)
                    frameBytes = channels * (bits ?? width) / 8
                }
                try cleanSettings(start + 28 + more..<entry.content.upperBound, &source, &edits)
            } else {
                throw .refused("is coded as \(entry.name), which is not known")
            }
        }
    }

    private mutating func cleanSettings(
        _ range: Range<Int>, _ source: inout CleanSource, _ edits: inout CleanEdits
    ) throws(CleanFailure) {
        for box in try source.boxes(of: range) {
            if box.type == "wave" {
                try cleanSettings(box.content, &source, &edits)
            } else if box.type == "mp4a" || box.type == FourCC(0) {
                // QuickTime's mark of the sound's coding, and of the end.
                try edits.blankOut(box.content, .rest, &source)
            } else if box.type == "sv3d" {
                try cleanSphere(box, &source, &edits)
            } else if ["free", "skip", "wide", "uuid", "udta", "meta"].contains(box.type) {
                try edits.free(box, .boxes, &source)
            } else if box.type == "colr" {
                try edits.cleanColours(in: box, &source)
            } else if !Self.settings.contains(box.type) || box.type == "dfLa" && box.content.count > Self.streamInfo {
                throw box.unknown
            }
        }
    }

    /// FLAC's description of a stream in `dfLa`, without the blocks with texts and pictures that may follow.
    private static let streamInfo = 42

    /// Keeps how a picture lies on a sphere, without the name of what has made it.
    private func cleanSphere(
        _ sphere: CleanBox, _ source: inout CleanSource, _ edits: inout CleanEdits
    ) throws(CleanFailure) {
        try edits.keep(["svhd", "proj"], in: sphere, &source)
        for box in try source.boxes(of: sphere.content) where box.type == "svhd" {
            try edits.blankOut(box.content.dropFirst(4), .coder, &source)
        }
    }

    /// The coding of a description, by its type and its settings.
    private mutating func take(_ entry: CleanBox, _ source: inout CleanSource) throws(CleanFailure) {
        let coding: CoderData.Coding
        let name: FourCC
        switch entry.type {
        case "avc1", "avc3": (coding, name) = (.avc, "avcC")
        case "hvc1", "hev1": (coding, name) = (.hevc, "hvcC")
        case "av01": (coding, name) = (.av1, "av1C")
        default: return
        }
        for box in try source.boxes(of: entry.content.dropFirst(78)) where box.type == name {
            if coding == .av1 {
                try AV1Units.check(box.content.dropFirst(4), &source)
                self.coding = coding
                return
            }
            let offset = coding == .avc ? 4 : 21
            guard box.content.count > offset else { throw box.unknown }
            let size = 1 + (try source.number(at: box.content.lowerBound + offset, 1) & 3)
            guard size != 3, self.coding == nil || (self.coding == coding && lengthSize == size) else {
                throw .refused("has pictures that are coded in ways that are not known")
            }
            if coding == .hevc {
                try CoderData.checkSettings(box.content, &source)
            } else {
                try CoderData.checkAVCSettings(box.content, &source)
            }
            (self.coding, lengthSize) = (coding, size)
            return
        }
        throw .refused("has pictures without the settings of their coding")
    }
}

/// Where the samples of a track are (ISO/IEC 14496-12, 8.7).
struct SampleTable {
    /// Whose samples are looked through; nil for none.
    var coding: CoderData.Coding?
    var lengthSize = 4
    /// The bytes of a moment of plain sound, of which QuickTime says that it has one byte.
    var frameBytes: Int?
    /// `stsc`: runs of chunks with equally many samples.
    var chunkRuns: Range<Int>?
    /// `stsz` or `stz2`: the sizes of samples.
    var sizes: CleanBox?
    /// `stco` or `co64`: the places of chunks.
    var offsets: CleanBox?

    /// The ranges of the chunks.
    ///
    /// - Throws: `refused` where the table does not fit together, or a sample has a coder's data.
    func chunks(_ source: inout CleanSource) throws(CleanFailure) -> [Range<Int>] {
        guard let chunkRuns, let sizes, let offsets else { throw .refused("has a track without a table of samples") }
        let wide = offsets.type == "co64" ? 8 : 4
        let chunkCount = try source.number(at: offsets.content.lowerBound + 4, 4)
        let runCount = try source.number(at: chunkRuns.lowerBound + 4, 4)
        var equal = sizes.type == "stsz" ? try source.number(at: sizes.content.lowerBound + 4, 4) : 0
        if equal == 1 {
            guard let frameBytes, frameBytes > 0 else { throw .refused("has samples of a byte") }
            equal = frameBytes
        }
        let sampleCount = try source.number(at: sizes.content.lowerBound + 8, 4)
        let field = sizes.type == "stsz" ? 32 : try source.number(at: sizes.content.lowerBound + 7, 1)
        guard 8 + chunkCount * wide <= offsets.content.count, 8 + runCount * 12 <= chunkRuns.count,
            [4, 8, 16, 32].contains(field), equal > 0 || 12 + (sampleCount * field + 7) / 8 <= sizes.content.count,
            chunkCount == 0 || runCount > 0
        else { throw .refused("has a table of samples that is cut") }
        var chunks: [Range<Int>] = []
        var (run, perChunk, nextRun, sample) = (0, 0, 1, 0)
        for chunk in 1...max(1, chunkCount) where chunkCount > 0 {
            if chunk == nextRun, run < runCount {
                let start = chunkRuns.lowerBound + 8 + run * 12
                guard try source.number(at: start, 4) == chunk else { throw .refused(Self.damaged) }
                perChunk = try source.number(at: start + 4, 4)
                run += 1
                nextRun = run < runCount ? try source.number(at: start + 12, 4) : Int.max
                guard nextRun > chunk else { throw .refused(Self.damaged) }
            }
            let begin = try source.number(at: offsets.content.lowerBound + 8 + (chunk - 1) * wide, wide)
            guard begin <= source.size, perChunk <= sampleCount - sample else {
                throw .refused(Self.damaged)
            }
            var end = begin
            if equal > 0, coding == nil {
                (end, sample) = (begin + equal * perChunk, sample + perChunk)
            } else {
                for _ in 0..<perChunk {
                    let size = equal > 0 ? equal : try self.size(of: sample, field, sizes, &source)
                    guard end + size <= source.size else { throw .refused("has a sample beyond its end") }
                    if let coding { try CoderData.check(end..<end + size, coding, lengthSize: lengthSize, &source) }
                    (end, sample) = (end + size, sample + 1)
                }
            }
            guard end <= source.size else { throw .refused("has a sample beyond its end") }
            chunks.append(begin..<end)
        }
        return chunks
    }

    private static let damaged = "has a table of samples that is damaged"

    private func size(
        of sample: Int, _ field: Int, _ sizes: CleanBox, _ source: inout CleanSource
    ) throws(CleanFailure) -> Int {
        let start = sizes.content.lowerBound + 12
        if field >= 8 { return try source.number(at: start + sample * field / 8, field / 8) }
        let both = try source.number(at: start + sample / 2, 1)
        return sample % 2 == 0 ? both >> 4 : both & 15
    }
}
