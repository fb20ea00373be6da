import PhotoModel

/// All acts.
package enum Acts: Sendable {
    /// Sends work photos to destinations.
    case upload(UploadAct)
    /// Removes work photos whose copies are verified.
    case purge(PurgeAct)
    /// Restores what a run removed.
    case undo(UndoAct)
    /// Takes copies back.
    case retract(RetractAct)
    /// Gives parked files their names back.
    case restoreNames(RestoreNamesAct)
    /// Permanently removes what a run put into the trash.
    case emptyTrash(EmptyTrashAct)

    var act: any Act {
        switch self {
        case .upload(let act): act
        case .purge(let act): act
        case .undo(let act): act
        case .retract(let act): act
        case .restoreNames(let act): act
        case .emptyTrash(let act): act
        }
    }
}
