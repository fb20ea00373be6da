package import SystemPackage
import TOMLKit

/// One file of a configuration that has several: the system's, and above it the user's.
package struct ConfigurationLayer: Sendable {
    /// Where it is.
    package let path: FilePath
    /// What it holds.
    package let bytes: [UInt8]

    package init(path: FilePath, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// One table of several files, whose tables have been checked: a later one's key beats that of an earlier one, and
    /// so does a destination with all its keys.
    static func merged(_ roots: [TOMLTable]) -> TOMLTable {
        let whole = TOMLTable()
        for root in roots {
            for name in root.keys {
                guard let table = root[name]?.table else { continue }
                let into = whole[name]?.table ?? TOMLTable()
                for key in table.keys { into[key] = table[key] }
                whole[name] = into
            }
        }
        return whole
    }
}

extension Configuration {
    /// The same, where each value says in which file it stands.
    func standing(in path: FilePath) -> Configuration {
        var configuration = self
        for key in values.keys { configuration.values[key]?.path = path }
        for place in destinations.indices { configuration.destinations[place].path = path }
        return configuration
    }

    /// Takes over from the files that this was made of where each value stands.
    mutating func takePlaces(of layers: [Configuration]) {
        for layer in layers {
            for destination in layer.destinations {
                guard let place = destinations.firstIndex(where: { $0.name == destination.name }) else { continue }
                destinations[place] = destination
            }
            for (key, value) in layer.values where values[key] != nil { values[key] = value }
        }
    }
}
