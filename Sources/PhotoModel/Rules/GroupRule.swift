package import SystemPackage

/// A reason for which a group must not be sent, removed or shared.
///
/// ``all`` is the only list of them. Plans, the check in the transaction that announces an act, the last look, stored
/// plans and explanations ask it; a selection in SQL may be wider, never narrower.
package struct GroupRule: Sendable {
    /// What is to be done with a group.
    package struct Acts: OptionSet, Sendable {
        /// The acts as bits.
        package let rawValue: UInt8

        /// The acts of some bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It is uploaded.
        package static let send = Acts(rawValue: 1)
        /// It leaves the library.
        package static let remove = Acts(rawValue: 2)
        /// Its copies are shared.
        package static let share = Acts(rawValue: 4)
        /// It is copied out of the library, to be handed on.
        package static let copy = Acts(rawValue: 8)
        /// Any of these.
        package static let any: Acts = [.send, .remove, .share, .copy]
    }

    package let reason: Action.Reason
    package let acts: Acts
    private let forbids: @Sendable (GroupState) -> Bool

    private init(_ reason: Action.Reason, _ acts: Acts, _ forbids: @escaping @Sendable (GroupState) -> Bool) {
        (self.reason, self.acts, self.forbids) = (reason, acts, forbids)
    }

    /// The rules. The first that applies is the reason that people are told.
    package static let all = [
        // What a person or the judgement says.
        GroupRule(.notWork, .any) { !$0.verdicts.contains($0.verdict) },
        GroupRule(.inferred, .any) { $0.group.isInferred && !$0.includesInferred },
        GroupRule(.held, .remove) { $0.group.isHeld },
        GroupRule(.heldFromDestination, [.send, .share]) { $0.isHeldFromDestination },
        GroupRule(.kept, .remove) { state in state.group.members.contains { state.purge.keeps($0.path) } },
        GroupRule(.notOldEnough, .remove) { !$0.wasTakenLongAgo },
        // What is on the disk.
        GroupRule(.notScanned, .any) { $0.group.members.contains(where: \.isImported) },
        GroupRule(.membersDiffer, .any) { $0.membersDiffer },
        GroupRule(.companyUnreadable, .remove) { $0.isCompanyUnreadable },
        GroupRule(.unreadable, .any) { $0.files.contains(.unreadable) },
        GroupRule(.changedSinceScan, .any) { !$0.isUnchanged },
        GroupRule(.settling, .send) { $0.isSettling },
        // Where its copies are.
        GroupRule(.notUploaded, .remove) { $0.lacks($0.copies) },
        GroupRule(.unavailable, .remove) { $0.lacks($0.reached, of: $0.copies) },
        GroupRule(.notVerified, .remove) { $0.lacks($0.proved, of: $0.reached) },
        GroupRule(.notOldEnough, .remove) { $0.lacks($0.counting, of: $0.proved) },
    ]

    /// Why something must not be done with a group: the first reason; nil if it may be done.
    package static func objection(to state: GroupState, for act: Acts) -> Action.Reason? {
        all.first { $0.acts.contains(act) && $0.forbids(state) }?.reason
    }

    /// Every reason for which it must not be done, in the order of the rules, each once.
    package static func objections(to state: GroupState, for act: Acts) -> [Action.Reason] {
        all.filter { $0.acts.contains(act) && $0.forbids(state) }.reduce(into: []) { reasons, rule in
            if !reasons.contains(rule.reason) { reasons.append(rule.reason) }
        }
    }
}

/// What is known of a group at the moment when something is to be done with it. What is not set objects to nothing.
package struct GroupState: Sendable {
    package let group: KnownGroup
    /// The files as they are now, or as they were when an act was announced; in the order of the group's members.
    package let files: [FileState]
    /// The current time, in nanoseconds since 1970-01-01T00:00:00Z.
    package let now: Int64
    /// The verdicts with which it may be done. Only copies to hand on may be asked for of others than work.
    package var verdicts: Set<Verdict> = [.work]
    /// Whether verdicts count that depend on an inferred position.
    package var includesInferred = false
    /// Whether a file, or the content that it was found to have, is marked personal.
    package var isMarkedPersonal = false
    /// Whether a content is held from the destination in question.
    package var isHeldFromDestination: Bool
    /// Whether the group has other files than were chosen, or another file would join it.
    package var membersDiffer = false
    /// Whether a file that would join it cannot be read.
    package var isCompanyUnreadable = false
    /// How old a file must be to be sent.
    package var settle = Duration.zero
    /// What may be removed.
    package var purge = PurgeSettings()
    /// When the leader was taken; needed only for ``PurgeSettings/olderThan``.
    package var taken: CaptureTime?
    /// The destinations that can be asked; nil for all.
    package var reachable: Set<Int64>?
    /// The destinations whose copies were read; nil if none are to be read yet.
    package var provedAt: Set<Int64>?

    /// - Parameters:
    ///   - files: its files, in the order of its members.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package init(_ group: KnownGroup, files: [FileState], now: Int64) {
        (self.group, self.files, self.now) = (group, files, now)
        isHeldFromDestination = group.members.contains(where: \.isHeldFromDestination)
    }

    /// The verdict; a mark that makes a file personal goes before it.
    fileprivate var verdict: Verdict { isMarkedPersonal ? .personal : group.judgement.verdict }

    /// The copies at destinations that have all files, except for sidecars that stay.
    package var copies: [KnownGroup.Copies] { group.copies(leavingOut: purge.staying) }

    /// The sidecars for which alone the group lacks copies, because `[upload] sidecars` does not send them: all other
    /// files are at as many destinations as a removal needs.
    package var unsentSidecars: [FilePath] {
        let unsent = purge.unsentSidecars
        guard lacks(copies), !lacks(group.copies(leavingOut: unsent)) else { return [] }
        return group.members.filter { member in
            member.isSidecar(of: unsent.subtracting(purge.staying))
                && Set(member.receipts.map(\.destination)).count < purge.require
        }.map(\.path)
    }

    /// The copies that count for a removal: those that can be asked and have been verified for long enough.
    package var counting: [KnownGroup.Copies] {
        guard let least = purge.verifiedFor else { return proved }
        return proved.filter { $0.receipts.allSatisfy { isPast($0.receipt.received, by: least) } }
    }

    /// Whether copies are at fewer destinations than a removal needs, though those that they are chosen from are not.
    fileprivate func lacks(_ copies: [KnownGroup.Copies], of all: [KnownGroup.Copies]? = nil) -> Bool {
        copies.count < purge.require && (all.map { $0.count >= purge.require } ?? true)
    }

    fileprivate var reached: [KnownGroup.Copies] { copies(at: reachable, of: copies) }

    fileprivate var proved: [KnownGroup.Copies] { copies(at: provedAt, of: reached) }

    private func copies(at destinations: Set<Int64>?, of copies: [KnownGroup.Copies]) -> [KnownGroup.Copies] {
        guard let destinations else { return copies }
        return copies.filter { destinations.contains($0.destination) }
    }

    /// Whether each file is the one that the last scan found, or cannot be asked.
    package var isUnchanged: Bool {
        zip(group.members, files).allSatisfy { member, file in
            switch file {
            case .there(let found): found.isSame(as: member.fingerprint, withInode: member.keepsInodes)
            case .gone: false
            case .unreadable: true
            }
        }
    }

    /// Whether a file was changed so recently that somebody may still be writing to it. Clocks differ slightly between
    /// machines, so a time that is slightly in the future counts too. A time further ahead comes from a camera's wrong
    /// clock and does not count.
    fileprivate var isSettling: Bool { settles != nil }

    /// How long it takes until no file was changed so recently; nil if none was.
    package var settles: Duration? {
        if settle == .zero { return nil }
        let least = Int64(min(settle / .nanoseconds(1), 9e18))
        var longest: Int64?
        for case .there(let found) in files {
            for time in [found.modified, found.changed] {
                let (age, isTooLarge) = now.subtractingReportingOverflow(time)
                if isTooLarge || age.magnitude >= least.magnitude { continue }
                longest = max(longest ?? 0, least.subtractingReportingOverflow(age).partialValue)
            }
        }
        return longest.map { .nanoseconds($0) }
    }

    /// Whether the photo was taken long enough ago, in any time zone. An unknown time is not, nor one in the future.
    fileprivate var wasTakenLongAgo: Bool {
        guard let least = purge.olderThan else { return true }
        guard let taken else { return false }
        return isPast(taken.latest.multipliedReportingOverflow(by: 1_000).partialValue, by: least)
    }

    private func isPast(_ time: Int64, by least: Duration) -> Bool {
        let (age, overflows) = now.subtractingReportingOverflow(time)
        return !overflows && .nanoseconds(age) >= least
    }
}

/// A file of a group as it is.
package enum FileState: Hashable, Sendable {
    /// A regular file.
    case there(Fingerprint)
    /// Nothing has its name, or something that is not a regular file.
    case gone
    /// Nobody can tell: its status cannot be read, or is not that of the last scan and the file cannot be opened.
    case unreadable

    /// What reveals a change; nil if it is not there.
    package var fingerprint: Fingerprint? {
        if case .there(let fingerprint) = self { fingerprint } else { nil }
    }
}
