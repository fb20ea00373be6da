import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A library with work photos that has been judged, a destination and a run that uploads.
struct Uploads {
    static let basis = JudgingBasis(
        fences: Array(repeating: 1, count: 32), settings: Array(repeating: 1, count: 32), rulesVersion: 1)
    let library: Library
    let nas: KnownDestination
    let run: Int64
    var index: PhotoIndex { library.index }

    init(_ files: [ScannedFile], index: PhotoIndex? = nil) throws {
        library = try Library(index)
        _ = try library.index.judgeAnew(basis: Self.basis, judge: Library.judge)
        try library.scan(files)
        nas = try library.index.addDestination(name: "nas", spec: "folder:/mnt/nas", marker: marker("nas"))
        run = try library.index.beginRun("upload", at: 10)
    }

    init(library: Library, nas: KnownDestination, run: Int64) {
        self.library = library
        self.nas = nas
        self.run = run
    }

    /// The action for a group of these files, the leader first.
    func action(_ files: ScannedFile..., kind: Action.Kind = .upload) -> Action {
        action(files, kind: kind)
    }

    /// The action for a group of these files, the leader first.
    func action(_ files: [ScannedFile], kind: Action.Kind = .upload) -> Action {
        Action(
            kind: kind, group: 1, members: files.map(member),
            destination: DestinationName(id: nas.id, name: nas.name))
    }

    /// Announces actions, with the basis by which the library was judged.
    func intend(_ actions: Action..., leavingOut: Set<SidecarFormat> = [.takeout]) throws -> [Intent] {
        try index.intend(actions, run: run, basis: Self.basis, leavingOut: leavingOut)
    }

    /// Records the outcome of an action; if it is done, each member gets a hash and a receipt.
    func conclude(
        _ action: Action, _ state: Action.State, why: Action.Reason? = nil, at time: Int64 = 50
    ) throws {
        var action = action
        (action.state, action.why) = (state, why)
        var receipts: [(receipt: Receipt, destination: Int64)] = []
        if state == .done {
            for place in action.members.indices {
                let sha256 = Self.sha256(of: action.members[place].fingerprint)
                action.members[place].sha256 = sha256
                receipts.append((receipt(for: action.members[place], sha256, at: time), nas.id))
            }
        }
        try index.conclude([ActionOutcome(action: action, receipts: receipts)], run: run, at: time)
    }

    /// The receipt for a file that was sent to its target.
    func receipt(for member: Action.Member, _ sha256: [UInt8], at time: Int64) -> Receipt {
        Receipt(
            sha256: sha256, size: member.fingerprint.size, target: member.target ?? "",
            checksum: Checksum(kind: .sha256, value: "00"), received: time, checked: time)
    }

    /// Every action of a run.
    func actions(ofRun run: Int64? = nil) throws -> [Action] {
        var actions: [Action] = []
        try index.actions(ofRun: run ?? self.run) {
            actions.append($0)
            return true
        }
        return actions
    }

    /// Every staged action, or those with the given numbers.
    func staged(_ ids: [Int64]? = nil) throws -> [Action] {
        var actions: [Action] = []
        try index.staged(ids) {
            actions.append($0)
            return true
        }
        return actions
    }

    /// A hash that files of one size share.
    static func sha256(of fingerprint: Fingerprint) -> [UInt8] { sha256(Int(fingerprint.size) - 1_000) }

    /// A hash for a number from 0 to 255: that of the file which ``scanned(_:_:_:row:isRacy:fileSystem:)`` makes of it.
    static func sha256(_ number: Int) -> [UInt8] { Array(repeating: UInt8(number), count: 32) }

    private func member(_ file: ScannedFile) -> Action.Member {
        let path = library.root.path.appending(bytes: file.path)
        let role: Photo.Member.Role =
            switch file.reading.content {
            case .photo(let facts): Photo.Member.Role(alone: facts.format)
            default: .sidecar
            }
        return Action.Member(
            path: path, role: role, fingerprint: file.reading.fingerprint,
            target: CopyLocation(FilePath("Office").appending(bytes: file.path)),
            ticket: ".part-\(file.reading.fingerprint.inode)")
    }
}

/// The marker of a valid text.
func marker(_ text: String) -> DestinationMarker {
    guard let marker = DestinationMarker(text) else { fatalError("\(text) is no marker") }
    return marker
}
