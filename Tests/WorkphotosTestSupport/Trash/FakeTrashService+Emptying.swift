package import PhotoPipeline
import Synchronization
import SystemPackage

extension FakeTrashService: TrashContents, ParkingBeside {
    package func setAside(_ removals: [TicketedRemoval]) -> [TrashError?] {
        each(.setAside(removals.map(\.path)), removals.map { ($0, $0.path.string) }) {
            removal, directory throws(TrashError) in
            let (place, aside) = (try Self.place(removal.ticket, directory), try Self.aside(removal.ticket, directory))
            if try Self.status(place, or: nil) == nil, try Self.status(aside, or: nil) != nil { return }
            guard try Self.status(place, or: .missing)?.isRegular == true else {
                throw TrashError(.changed, "is no regular file")
            }
            try Self.rename(place, to: aside, orThrow: .taken)
        }
    }

    package func setBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        each(.setBack(removals.map(\.path)), removals.map { ($0, $0.path.string) }) {
            removal, directory throws(TrashError) in
            let aside = try Self.aside(removal.ticket, directory)
            if try Self.status(aside, or: nil) == nil { return }
            try Self.rename(aside, to: try Self.place(removal.ticket, directory), orThrow: .taken)
        }
    }

    package func empty(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        end(.empty(groups.flatMap(\.self).map(\.removal.path)), groups, removing: true, Self.aside)
    }

    package func tidy(_ removals: [TicketedRemoval]) -> [Result<Bool, TrashError>] {
        note(.tidy(removals.map(\.path)))
        return removals.map { removal in
            Result { () throws(TrashError) in
                let place = try Self.place(
                    holding: removal.ticket, try answer(.tidy([removal.path]), removal.path.string))
                if try Self.status(place, or: nil) != nil { return false }
                return state.withLock { $0.orphans.remove(removal.ticket) != nil }
            }
        }
    }
}
