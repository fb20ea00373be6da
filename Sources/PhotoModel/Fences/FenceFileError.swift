/// Why a fences file cannot be used, and where.
package struct FenceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the file, from 1.
    package let line: Int
    /// What is wrong.
    package let problem: FenceFileProblem

    package init(line: Int, problem: FenceFileProblem) {
        self.line = line
        self.problem = problem
    }

    /// What is wrong, why, and what to write instead: one sentence without a full stop, fit to follow
    /// `fences.geojson:12: `. Names from the file are made safe for a terminal.
    package var message: String { problem.message }

    package var description: String { "line \(line): \(message)" }

    init(_ error: JSONSyntaxError) {
        self.init(line: error.line, problem: .syntax(error))
    }
}

/// What can be wrong with a fences file.
package enum FenceFileProblem: Hashable, Sendable {
    /// The file is not JSON.
    case syntax(JSONSyntaxError)
    /// The file is JSON and no FeatureCollection, but what is said here.
    case noFeatureCollection(found: String)
    /// Something in the list of features is no Feature, but what is said here.
    case noFeature(found: String)
    /// A member that must be there is not, or is null.
    case missing(member: String, of: String)
    /// A member is not of the type it must be.
    case wrongType(member: String, expected: String, found: String)
    /// A member that means something stands twice in one object.
    case repeated(member: String, firstLine: Int)
    /// A coordinate reference system other than CRS84, which RFC 7946 does away with.
    case referenceSystem
    /// A name is empty or blank.
    case emptyName
    /// A name holds control characters.
    case controlCharacter(name: String)
    /// Two fences have the same name, as people see it: canonically equivalent (UAX 15).
    case nameNotUnique(name: String, firstLine: Int)
    /// A fence has the name that an imported feature is to have.
    case nameTaken(String)
    /// A kind that there is not, and the one that was most likely meant.
    case unknownKind(String, nearest: String?)
    /// A Point without a radius is no area.
    case noRadius
    /// A radius, as written, that is not more than 0 or goes beyond the antipode.
    case radiusOutOfRange(String)
    /// A position with fewer than 2 or more than 3 numbers.
    case coordinateCount(Int)
    /// A latitude, as written, beyond ±90; `isSwapped` where latitude and longitude the other way round would do.
    case latitudeOutOfRange(String, isSwapped: Bool)
    /// A longitude, as written, beyond the limit either way: 180, and 540 in rings.
    case longitudeOutOfRange(String, limit: Int)
    /// A geometry of that type without a ring.
    case emptyGeometry(String)
    /// Positions that are no ring, and the line of the ring's first.
    case ring(RingError.Problem, firstLine: Int)
    /// A geometry that encloses no area, or that RFC 7946 does not know.
    case geometryNoArea(String)
    /// An hour, a date or a time zone that is none, with why.
    case scheduleMeansNothing(member: String, message: String)
    /// A folder for uploads that means nothing, with what to write.
    case folderMeansNothing(message: String)
}
