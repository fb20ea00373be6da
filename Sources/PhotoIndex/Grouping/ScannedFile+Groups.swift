import PhotoModel

extension FileContent {
    /// What a file is for the groups.
    enum Kind {
        case photo, sidecar, other
    }

    /// What the file is for the groups.
    var kind: Kind {
        switch self {
        case .photo: .photo
        case .sidecar: .sidecar
        case .other, .broken: .other
        }
    }

    /// What the file is where it stands alone; nil where no group may hold it.
    var roleAlone: Photo.Member.Role? {
        switch self {
        case .photo(let facts): Photo.Member.Role(alone: facts.format)
        case .sidecar: .sidecar
        case .other, .broken: nil
        }
    }
}

extension ScannedFile {
    /// Whether it may belong to a group of several: as far as names tell, or because it is of a kind that rarely comes
    /// alone, or says that it does not.
    var belongsToSeveral: Bool {
        switch reading.content {
        case .photo(let facts): mayHaveCompany || facts.format.kind != .still || facts.contentIdentifier != nil
        case .sidecar: true
        case .other, .broken: false
        }
    }
}
