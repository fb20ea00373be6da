import PhotoFiles
import SystemPackage

/// The files of a coarse map of the world, which Debian's package marble-qt-data has.
package struct GroundFiles: Sendable {
    package let land: [UInt8]
    package let lakes: [UInt8]
    /// Borders of countries.
    package let borders: [UInt8]

    /// Reads the files below the first directory of `XDG_DATA_DIRS` that has all of them (XDG Base Directory
    /// Specification 0.8); nil if none has, since the map is not needed.
    ///
    /// - Parameter variables: the environment.
    package init?(variables: [String: String]) {
        let listed = variables["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        for directory in listed.split(separator: ":") where directory.hasPrefix("/") {
            let place = FilePath(String(directory)).appending("marble/data/naturalearth")
            let files = ["land", "lakes", "admin_0_boundary_lines_land"].map { name in
                (try? SmallFile.read(place.appending("ne_50m_\(name).pn2"))) ?? []
            }
            if files.contains(where: \.isEmpty) { continue }
            (land, lakes, borders) = (files[0], files[1], files[2])
            return
        }
        return nil
    }
}
