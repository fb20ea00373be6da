package import PhotoModel
import SystemPackage

/// A destination that was found to be itself, and to lie outside of the library.
package struct OpenDestination: Sendable {
    /// Whether the index knows it.
    package enum Registration: Hashable, Sendable {
        /// It has a row.
        case known(Destination)
        /// It has none yet, since a dry run writes nothing; nor a marker, unless somebody else gave it this one.
        case new(NamedSpec, marker: DestinationMarker?)
    }

    /// Whether the index knows it.
    package let registration: Registration
    /// What sends there.
    package let service: any UploadService
    /// The directories of this machine that it is, or leads to.
    var directories: [FilePath] = []

    package init(registration: Registration, service: any UploadService) {
        self.registration = registration
        self.service = service
    }

    /// The destination; nil where it is new, which it is in dry runs only.
    package var destination: Destination? {
        if case .known(let destination) = registration { destination } else { nil }
    }

    /// Whether nothing was written of it, because of a dry run.
    package var isNew: Bool { destination == nil }

    /// Name and place.
    var named: NamedSpec {
        switch registration {
        case .known(let destination): NamedSpec(name: destination.name, spec: destination.spec)
        case .new(let named, _): named
        }
    }

    /// What users call it.
    package var name: String { named.name }

    /// Its marker; nil where it has none yet.
    var marker: DestinationMarker? {
        switch registration {
        case .known(let destination): destination.marker
        case .new(_, let marker): marker
        }
    }
}

/// Whether a place may be made a destination that is none yet.
package enum DestinationCreation: Hashable, Sendable {
    /// It may not.
    case never
    /// If a person says so, at the terminal.
    case ask
    /// It may, where it is there.
    case existing
    /// It may, and a folder that is not there is made.
    case create
}
