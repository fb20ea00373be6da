internal import Glibc
internal import PhotoModel
package import SystemPackage

/// A file that is written under a temporary name in its directory, and gets its own name when it is complete: a reader
/// sees either all of the old file or all of the new one. The temporary name is removed when the value is destroyed
/// before that.
package struct NewFile: ~Copyable {
    package let directory: DirectoryHandle
    private let name: FilePath
    /// The temporary name.
    package let temporary: FilePath
    private var open: OpenFile?
    private var isNamed = false
    /// How many digits a temporary name has: as many as the greatest number, so that names like `file.1.new` are a
    /// person's own.
    private static let digits = 20

    /// Makes the file under its temporary name.
    ///
    /// - Parameters:
    ///   - name: the name that it is to get.
    ///   - temporary: its name until then.
    ///   - mode: its permissions, as far as the umask leaves them.
    /// - Throws: what open(2) fails with; EEXIST where something has the temporary name.
    package init(
        _ name: FilePath, in directory: DirectoryHandle, as temporary: FilePath, flags: Int32 = O_WRONLY,
        mode: CInterop.Mode
    ) throws(Errno) {
        open = try directory.open(temporary, flags: flags | O_CREAT | O_EXCL, mode: mode)
        self.directory = directory
        self.name = name
        self.temporary = temporary
    }

    /// The same, with a temporary name that nobody else has: the file's own with a random number and `.new`.
    package init(
        _ name: FilePath, in directory: DirectoryHandle, flags: Int32 = O_WRONLY, mode: CInterop.Mode
    ) throws(Errno) {
        let number = String(UInt64.random(in: 0 ... .max))
        let digits = String(repeating: "0", count: Self.digits - number.count) + number
        try self.init(name, in: directory, as: name.appendingToName(".\(digits).new"), flags: flags, mode: mode)
    }

    /// The same by a path, to whose directory links may lead.
    package init(at path: FilePath, flags: Int32 = O_WRONLY, mode: CInterop.Mode) throws(Errno) {
        guard let name = path.lastComponent else { throw .invalidArgument }
        let above = path.removingLastComponent()
        let directory = try OpenFile(above.isEmpty ? "." : above, flags: OpenFlags.path | O_DIRECTORY)
        try self.init(name.path, in: DirectoryHandle(directory), flags: flags, mode: mode)
    }

    deinit {
        if !isNamed { try? directory.removeIfThere(temporary) }
    }

    /// Whether a name is a temporary one, as ``init(_:in:flags:mode:)`` makes it; of any file if none is given.
    package static func isTemporary(_ name: FilePath, for own: FilePath? = nil) -> Bool {
        let end = Array(".new".utf8)
        let ending = name.bytes.suffix(1 + digits + end.count)
        let number = ending.dropFirst().dropLast(end.count)
        guard ending.first == UInt8(ascii: "."), ending.suffix(end.count) == end[...], number.count == digits,
            number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return false }
        let stem = name.bytes.dropLast(ending.count)
        return own.map { stem == $0.bytes[...] } ?? !stem.isEmpty
    }

    /// The other regular files of the directory that have temporary names: killed programs left them, or others are
    /// writing them. A name proves nothing, so they may be a person's own and nothing removes them.
    package var leftovers: [FilePath] {
        guard let names = try? directory.names() else { return [] }
        return names.filter { other in
            other != temporary && Self.isTemporary(other) && (try? directory.status(other))?.isRegular == true
        }
    }

    /// The file, open until it gets its name; whoever needs it longer keeps it.
    ///
    /// - Throws: EBADF afterwards.
    package var file: OpenFile {
        get throws(Errno) {
            guard let open else { throw .badFileDescriptor }
            return open
        }
    }

    /// Closes the file and gives it its name. What was written and the name need not be on the disk yet.
    ///
    /// - Parameter replacing: whether it replaces what has the name; else that is EEXIST. A file system that has
    ///   neither links nor renames that replace nothing is asked before.
    package mutating func takeName(replacing: Bool = true) throws(Errno) {
        open = nil
        if !replacing {
            do throws(Errno) {
                try directory.link(temporary, to: name)
                isNamed = true
                try? directory.removeIfThere(temporary)
                return
            } catch .notPermitted, .notSupported, .noFunction {
                // A file system without links.
            }
            do throws(Errno) {
                try directory.rename(temporary, to: name)
                isNamed = true
                return
            } catch .invalidArgument, .notSupported, .noFunction {
                if try directory.status(name) != nil { throw .fileExists }
            }
        }
        try directory.replace(name, with: temporary)
        isNamed = true
    }

    /// Waits until the content is on the disk, gives the file its name, and waits until that is on the disk.
    ///
    /// - Parameter replacing: as with ``takeName(replacing:)``.
    package mutating func finish(replacing: Bool = true) throws(Errno) {
        try file.sync()
        try takeName(replacing: replacing)
        try directory.sync()
    }
}
