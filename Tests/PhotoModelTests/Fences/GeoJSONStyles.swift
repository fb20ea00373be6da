import Testing

/// A fences file in some tool's layout, without and with a fence `New` at the end.
struct GeoJSONStyles: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let grown: String

    static let all = [compact, spaced, lines, tabs, crlf, hugged, empty, emptyLines]

    /// Without white space, with a byte order mark, and without a line end.
    private static let compact = GeoJSONStyles(
        testDescription: "compact",
        text: "\u{FEFF}{\"type\":\"FeatureCollection\",\"features\":[" + compactFeature("A") + "],\"x\":[1, 2 ]}",
        grown: "\u{FEFF}{\"type\":\"FeatureCollection\",\"features\":[" + compactFeature("A") + ","
            + compactFeature("New")
            + "],\"x\":[1, 2 ]}")

    /// On one line with blanks, as written by Python's json.
    private static let spaced = GeoJSONStyles(
        testDescription: "spaced",
        text: "{\"type\": \"FeatureCollection\", \"features\": [" + spacedFeature("A") + "]}\n",
        grown: "{\"type\": \"FeatureCollection\", \"features\": [" + spacedFeature("A") + ", " + spacedFeature("New")
            + "]}\n")

    /// One feature a line, as written by ogr2ogr and QGIS.
    private static let lines = GeoJSONStyles(
        testDescription: "lines",
        text: "{\n\"type\": \"FeatureCollection\",\n\"features\": [\n" + lineFeature("A") + ",\n" + lineFeature("B")
            + "\n]\n}\n",
        grown: "{\n\"type\": \"FeatureCollection\",\n\"features\": [\n" + lineFeature("A") + ",\n" + lineFeature("B")
            + ",\n"
            + lineFeature("New") + "\n]\n}\n")

    private static let tabs = GeoJSONStyles(
        testDescription: "tabs", text: pretty(["A", "B"], "\t", "\n"), grown: pretty(["A", "B", "New"], "\t", "\n"))

    private static let crlf = GeoJSONStyles(
        testDescription: "crlf", text: pretty(["A"], "    ", "\r\n"), grown: pretty(["A", "New"], "    ", "\r\n"))

    /// Brackets and braces on one line.
    private static let hugged = GeoJSONStyles(
        testDescription: "hugged",
        text: "{\n  \"features\": [" + prettyFeature("A", "  ", "  ", "\n")
            + "],\n  \"type\": \"FeatureCollection\"\n}",
        grown: "{\n  \"features\": [" + prettyFeature("A", "  ", "  ", "\n") + ", "
            + prettyFeature("New", "  ", "  ", "\n") + "],\n  \"type\": \"FeatureCollection\"\n}")

    /// On one line, without features.
    private static let empty = GeoJSONStyles(
        testDescription: "empty, on one line",
        text: "{ \"features\":[], \"type\":\"FeatureCollection\" }\n",
        grown:
            "{ \"features\":[{ \"type\":\"Feature\", \"properties\":{ \"name\":\"New\", \"kind\":\"work\", \"radius\":150 }, "
            + "\"geometry\":{ \"type\":\"Point\", \"coordinates\":[-122.39, 37.78] } }], \"type\":\"FeatureCollection\" }\n"
    )

    /// Broken into lines with tabs, without features.
    private static let emptyLines = GeoJSONStyles(
        testDescription: "empty, broken into lines",
        text: "{\r\n\t\"features\": []\r\n,\t\"type\": \"FeatureCollection\"}\r\n",
        grown: "{\r\n\t\"features\": [\r\n\t\t" + prettyFeature("New", "\t\t", "\t", "\r\n")
            + "\r\n\t]\r\n,\t\"type\": \"FeatureCollection\"}\r\n")

    private static func compactFeature(_ name: String) -> String {
        "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(name)\",\"kind\":\"work\",\"radius\":150},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[-122.39,37.78]}}"
    }

    private static func spacedFeature(_ name: String) -> String {
        "{\"type\": \"Feature\", \"properties\": {\"name\": \"\(name)\", \"kind\": \"work\", \"radius\": 150}, "
            + "\"geometry\": {\"type\": \"Point\", \"coordinates\": [-122.39, 37.78]}}"
    }

    private static func lineFeature(_ name: String) -> String {
        "{ \"type\": \"Feature\", \"properties\": { \"name\": \"\(name)\", \"kind\": \"work\", \"radius\": 150 }, "
            + "\"geometry\": { \"type\": \"Point\", \"coordinates\": [-122.39, 37.78] } }"
    }

    private static func pretty(_ names: [String], _ unit: String, _ end: String) -> String {
        let features = names.map { unit + unit + prettyFeature($0, unit + unit, unit, end) }
        return "{" + end + unit + "\"type\": \"FeatureCollection\"," + end + unit + "\"unknown\": { \"a\":[ ] }," + end
            + unit + "\"features\": [" + end + features.joined(separator: "," + end) + end + unit + "]" + end + "}"
            + end
    }

    private static func prettyFeature(_ name: String, _ outer: String, _ unit: String, _ end: String) -> String {
        let first = end + outer + unit
        let second = first + unit
        return "{" + first + "\"type\": \"Feature\"," + first + "\"properties\": {" + second + "\"name\": \"\(name)\","
            + second + "\"kind\": \"work\"," + second + "\"radius\": 150" + first + "}," + first + "\"geometry\": {"
            + second + "\"type\": \"Point\"," + second + "\"coordinates\": [-122.39, 37.78]" + first + "}" + end + outer
            + "}"
    }
}
