package import SystemPackage
import TOMLKit

/// One file of a layered configuration: the system's, or the user's, which takes precedence.
package struct ConfigurationLayer: Sendable {
    package let path: FilePath
    package let bytes: [UInt8]

    package init(path: FilePath, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Merges the checked tables of several files. A later file's keys override those of an earlier one; a destination
    /// is overridden as a whole.
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
    /// A copy in which each value records its file.
    func standing(in path: FilePath) -> Configuration {
        var configuration = self
        for key in values.keys { configuration.values[key]?.path = path }
        for index in destinations.indices { configuration.destinations[index].path = path }
        return configuration
    }

    /// Takes the location of each value from the files that this configuration was merged from.
    mutating func takePlaces(of layers: [Configuration]) {
        for layer in layers {
            for destination in layer.destinations {
                guard let index = destinations.firstIndex(where: { $0.name == destination.name }) else { continue }
                destinations[index] = destination
            }
            for (key, value) in layer.values where values[key] != nil { values[key] = value }
        }
    }
}
