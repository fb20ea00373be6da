package import PhotoIndex
import PhotoModel
package import SystemPackage

/// The named destinations: those of the configuration, and those that the index knows.
package struct DestinationBook: Sendable {
    /// All destinations: the configuration's first, then others of the index, each group by name.
    package let all: [Destination]
    let kinds: DestinationKinds

    /// - Throws: `indexFailed`, where the index has an invalid place.
    package init(
        configured: [Destination], known: [KnownDestination], kinds: DestinationKinds
    ) throws(PipelineError) {
        var named = configured.sorted { $0.name < $1.name }
        var others: [Destination] = []
        for row in known {
            if let place = named.firstIndex(where: { $0.name == row.name }) {
                // It may have moved from where the index has it: opening it shows that by its marker.
                named[place].known = row
            } else if named.contains(where: { $0.spec.text == row.spec }) {
                // A place that the configuration has under another name.
                for place in named.indices where named[place].spec.text == row.spec && named[place].known == nil {
                    named[place].known = row
                }
            } else {
                others.append(Destination(name: row.name, spec: try Self.spec(of: row, kinds), known: row))
            }
        }
        all = named + others
        self.kinds = kinds
    }

    /// Finds the destination that a user means: by its name, or else by a spec. A spec gets the name of the destination
    /// at that place, or stays without a name.
    ///
    /// - Parameters:
    ///   - text: a name or a spec.
    ///   - path: makes the path of a folder absolute.
    /// - Returns: the destination, not yet opened.
    /// - Throws: where it is neither, with the nearest name.
    package func find(_ text: String, path: (String) -> FilePath) throws(PipelineError) -> Destination {
        if let named = all.first(where: { $0.name == text }) { return named }
        guard text.contains(":") || DestinationKinds.isPath(text) else { throw unknown(text) }
        let spec = try kinds.spec(reading: text, path: path)
        let places = [spec, spec.resolved]
        return all.first { places.contains($0.spec) } ?? Destination(spec)
    }

    /// The same for a list of names and specs: every photo goes to each of them.
    ///
    /// - Parameters:
    ///   - list: `[upload] to`; empty if not set.
    ///   - path: makes the path of a folder absolute.
    /// - Returns: the destinations, each once, in the order of the list; none where none has a name.
    /// - Throws: as for one.
    func standard(list: [String], path: (String) -> FilePath) throws(PipelineError) -> [Destination] {
        if list.isEmpty { return try standard(to: nil, path: path).map { [$0] } ?? [] }
        var all: [Destination] = []
        for text in list {
            if let named = try standard(to: text, path: path), !all.contains(named) { all.append(named) }
        }
        return all
    }

    /// The destination of uploads for which none is given. A place that was only ever written as a spec, in `--to
    /// folder:PATH`, does not count: nothing is sent to an unnamed place unless the user asks for it.
    ///
    /// - Parameters:
    ///   - to: `[upload] to`.
    ///   - path: makes the path of a folder absolute.
    /// - Returns: the destination that `to` names, else the only named one; nil where none has a name.
    /// - Throws: `configuration`, without file and line: where `to` is no destination, or there are several.
    package func standard(to: String?, path: (String) -> FilePath) throws(PipelineError) -> Destination? {
        if let to {
            do {
                return try find(to, path: path)
            } catch {
                throw PipelineError(.configuration, "to in [upload]: \(error.message)", remedy: error.remedy)
            }
        }
        let named = all.filter(\.hasName)
        if named.count < 2 { return named.first }
        let names = named.map { "'\(terminalSafe($0.name))'" }.joined(separator: ", ")
        throw PipelineError(
            .configuration, "There are several destinations (\(names)); choose one with --to",
            remedy: .upload(to: named[0].name, makingDestination: false))
    }

    /// The error when nothing can be sent because no destination is named and none was given.
    var noStandard: PipelineError {
        guard let place = all.first else {
            return PipelineError(
                .noDestination, "There is no destination to send photos to",
                remedy: .addDestination(name: nil, place: Array(kinds.example.utf8)))
        }
        let places = all.map { terminalSafe($0.spec.shown) }.joined(separator: ", ")
        return PipelineError(
            .noDestination,
            "By default, photos are sent only to a destination with a name, and \(places) \(all.count == 1 ? "has" : "have") none",
            remedy: all.count == 1
                ? .upload(to: place.spec.shown, makingDestination: false) : .listDestinations)
    }

    private func unknown(_ text: String) -> PipelineError {
        let hint = nearestWord(to: text, among: all.map(\.name)).map { "; did you mean '\(terminalSafe($0))'?" }
        return PipelineError(
            .unknown,
            "There is no destination '\(terminalSafe(text))'"
                + (hint ?? "; a spec is written \(kinds.forms)"),
            remedy: all.isEmpty
                ? .addDestination(name: shortened(text), place: Array(kinds.example.utf8)) : .listDestinations)
    }

    private static func spec(
        of destination: KnownDestination, _ kinds: DestinationKinds
    ) throws(PipelineError) -> DestinationSpec {
        do {
            return try kinds.spec(parsing: destination.spec)
        } catch {
            throw PipelineError(.indexFailed, "The index has an invalid destination: \(error.message)")
        }
    }
}

extension DestinationBook {
    /// The destinations of the configuration, and those of the index if there is one.
    package init(
        configured: [Destination], index path: FilePath, owner: String, kinds: DestinationKinds
    ) throws {
        let index = try readIndex(at: path, owner: owner)
        let known = try index?.destinations() ?? []
        try self.init(configured: configured, known: known, kinds: kinds)
    }
}
