import Foundation
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Compares what the program reads from the sample library with the truth about it.
struct SampleTruthTests {
    private static let texts = ["format", "make", "model", "positionProblem", "verdict", "reason"]
    private static let wholes = ["bytes", "width", "height", "orientation", "thumbnailBytes"]

    /// Seconds since 1970 by the wall clock, for a time with any number of digits.
    private func seconds(_ value: Any?) throws -> Double {
        let text = try #require(value as? String)
        let whole = try Date(text.prefix(19) + "Z", strategy: .iso8601).timeIntervalSince1970
        let fraction = Double("0" + String(text.dropFirst(19)) + "0")
        return whole + (try #require(fraction))
    }

    private func differ(_ said: Any?, _ truth: Any?, by tolerance: Double) -> Bool {
        switch (said as? Double, truth as? Double) {
        case (let said?, let truth?): abs(said - truth) > tolerance
        case (nil, nil): false
        default: true
        }
    }

    /// Whether fence and distance are those of the deciding fence; if there is none, those of the nearest fence, or
    /// none.
    private func isFence(_ photo: [String: Any], _ truth: [String: Any]) throws -> Bool {
        guard let fence = photo["fence"] as? String else {
            return truth["fence"] is NSNull && photo["distance"] is NSNull
        }
        let of = truth["fence"] is String ? ("fence", "distance") : ("nearestFence", "nearestDistance")
        return fence == truth[of.0] as? String && !differ(photo["distance"], truth[of.1], by: 0.02)
    }

    /// The names of the members in which a photo differs from the truth.
    private func differences(_ photo: [String: Any], _ truth: [String: Any]) throws -> [String] {
        var names = Self.texts.filter { photo[$0] as? String != truth[$0] as? String }
        names += Self.wholes.filter { photo[$0] as? Int != truth[$0] as? Int }
        names += ["latitude", "longitude"].filter { differ(photo[$0], truth[$0], by: 1e-9) }
        names += ["altitude", "horizontalAccuracy"].filter { differ(photo[$0], truth[$0], by: 1e-6) }
        if truth["reason"] as? String != "near-boundary", try !isFence(photo, truth) { names.append("fence") }
        // Without an offset in the photo, it follows from the time of the fix.
        let offset =
            truth["utcOffset"] as? String ?? (truth["gpsTime"] is String ? truth["placeOffset"] as? String : nil)
        if photo["utcOffset"] as? String != offset { names.append("utcOffset") }
        if try abs(seconds(photo["takenAt"]) - seconds(truth["takenAt"])) > 1e-6 { names.append("takenAt") }
        return names
    }

    @Test(arguments: [
        SampleLibrary(photos: 300, seed: 5, detail: .small),
        SampleLibrary(photos: 300, seed: 5, detail: .small, formats: .mixed, hasEdited: true),
        SampleLibrary(photos: 12, seed: 8, detail: .full, formats: .mixed),
    ])
    func `Every photo of a sample library is listed as the truth says`(_ library: SampleLibrary) throws {
        let home = try Home()
        try library.write(to: home.tree.path("photos"))
        try home.tree.write(Home.fences, Array(SampleFence.geoJSON.utf8))
        #expect(try home.program.run("scan", home.library).exit == 0)
        let listed = try home.program.run("list", "--json").lines.filter { $0["type"] as? String == "photo" }
        let photos = Dictionary(grouping: listed) { $0["path"] as? String ?? "" }
        let truth = try home.tree.read("photos/truth.ndjson").split(separator: 0x0A).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        }
        #expect(truth.count == library.count)
        #expect(listed.count == library.count)
        for photo in truth {
            let path = home.library + "/" + (photo["path"] as? String ?? "")
            let said = try #require(photos[path], "\(path) is not listed")
            #expect(said.count == 1)
            #expect(try differences(said[0], photo) == [], "\(path)")
        }
    }
}
