package import PhotoModel
import PhotoPipeline
import SystemPackage

extension Remedy {
    /// The command to type. Placeholders for the user's values are in capitals.
    package var command: String {
        switch self {
        case .scan(let directories): Self.words("scan", directories.map { shellQuoted($0.bytes) })
        case .scanFirst: "workphotos scan DIR"
        case .useAnotherIndex: "workphotos scan DIR --index ANOTHER-FILE"
        case .showVersion: "workphotos --version"
        case .showStatus: "workphotos status"
        case .checkIndex: "workphotos index check"
        case .putBack(let backup, let index):
            Self.words("index backup --index", [backup, index].map { shellQuoted($0.bytes) })
        case .rebuild(let destination): Self.words("index rebuild --from", [shellQuoted(destination)])
        case .nameAnotherBackup: "workphotos index backup ANOTHER-FILE"
        case .backUpIndex: "workphotos index backup FILE"
        case .addFence: "workphotos fence add Office --at 52.5200,13.4050 --radius 150m"
        case .renameRoot(let old, let new):
            Self.words("root rename", [shellQuoted(old.bytes), new.map { shellQuoted($0.bytes) } ?? "NEW"])
        case .addTrack: "workphotos scan --gpx FILE"
        case .tellCameraOffset(let camera): Self.words("scan --camera-offset", [shellQuoted("\(camera)=OFFSET")])
        case .uploadAll: "workphotos upload"
        case .uploadInferred: "workphotos upload --include-inferred"
        case .showPurge: "workphotos purge --dry-run"
        case .stageNight: "workphotos run --stage"
        case .startTimer: "systemctl --user enable --now workphotos.timer"
        case .checkDestination(let name): Self.words("destination check", [shellQuoted(name)])
        case .listProblems: "workphotos problems"
        case .listStaged: "workphotos staged"
        case .listRoots: "workphotos root list"
        case .listDestinations: "workphotos destination list"
        case .listRuns: "workphotos runs"
        case .addDestination(let name, let place, let isMaking):
            Self.words(
                "destination add",
                [name.map { shellQuoted($0) } ?? "NAME", shellQuoted(place)] + (isMaking ? ["--create"] : []))
        case .upload(let destination, let isMaking):
            Self.words("upload --to", [shellQuoted(destination)] + (isMaking ? ["--create"] : []))
        case .removeDestination(let name): Self.words("destination remove", [shellQuoted(name)])
        case .verifyReceipts(let place): Self.words("verify --receipts FILE --to", [place])
        case .retract(let path): Self.words("retract", [shellQuoted(path.bytes)])
        case .undo(let run), .settle(let run, by: .undo): "workphotos undo \(run)"
        case .settle(let run, by: .emptyTrash): "workphotos runs --empty-trash \(run)"
        case .signIn(.client): "workphotos auth google login --client-file FILE"
        case .signIn(.serviceAccount): "workphotos auth google login --service-account FILE"
        case .acceptMissing(.directoryToMakeAgain(let directory)):
            "mkdir -p \(shellQuoted(directory.bytes)) && workphotos scan --accept-missing"
        case .acceptMissing: "workphotos scan --accept-missing"
        case .command(let text): text
        }
    }

    private static func words(_ command: String, _ more: [String]) -> String {
        (["workphotos", command] + more).joined(separator: " ")
    }

    /// The remedy as the end of a sentence that describes the problem.
    package var clause: String {
        switch self {
        case .undo: "; \(command) restores it"
        case .acceptMissing(.files): "; if they are really gone: \(command)"
        case .acceptMissing(.directory): ", or if it was deleted: \(command)"
        case .acceptMissing(.directoryToMakeAgain): ", or if it was deleted, make it again: \(command)"
        case .acceptMissing(.partOfGroup): ", and to give the rest its names back: \(command)"
        default: "; next: \(command)"
        }
    }
}

extension Finding {
    /// The problem and its remedy, to follow the path and a colon.
    var words: String { detail + (remedy?.clause ?? "") }
}

extension TrashError {
    /// The cause and its remedy, to follow the path and a colon.
    var words: String { detail + (remedy?.clause ?? "") }
}
