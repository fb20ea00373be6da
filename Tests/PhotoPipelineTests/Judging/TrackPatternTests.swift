import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The files of tracks that a configuration names.
struct TrackPatternTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        try tree.write("tracks/a.gpx")
        try tree.makeDirectory("tracks/b.gpx")
    }

    /// The rules with patterns of paths below the tree.
    private func rules(_ patterns: [FilePath]) throws -> JudgingRules {
        var triage = TriageSettings()
        triage.inference = InferenceSettings()
        var settings = JudgingSettings(triage: triage, zones: TimeZoneFiles())
        settings.tracks = patterns.map(tree.path)
        return try JudgingRules(fences: try FenceStore(path: tree.path("fences.geojson")).load(), settings: settings)
    }

    @Test func `A pattern that matches only a directory matches no file`() throws {
        let rules = try rules(["tracks/*.gpx", "tracks/b*", "tracks/a.gpx", "tracks/*.kml"])
        #expect(rules.emptyTrackPatterns == ["tracks/b*", "tracks/*.kml"].map(tree.path))
    }

    @Test func `A directory is read once for a pattern`() throws {
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(watch) }
        let directory = tree.path("tracks")
        // Two equal events in a row would be reported as one.
        let events = UInt32(IN_OPEN | IN_CLOSE_NOWRITE)
        #expect(unsafe directory.withPlatformString { unsafe inotify_add_watch(watch, $0, events) } > 0)
        _ = try rules(["tracks/*.gpx"])
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let size = unsafe read(watch, &bytes, bytes.count)
        #expect(size == 2 * MemoryLayout<inotify_event>.size, "it was not opened and closed once")
    }
}
