import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// The result of planning: the photos whose copies may be shared, and those whose copies may not.
struct SharePlan {
    /// The groups to share: the photos of each with the locations and hashes of their copies, in the form of an upload.
    /// A photo that cannot be cleaned for an album has no location.
    var groups: [Action] = []
    /// The receipts that prove that the copies are the judged contents, in the order of each group's members.
    var receipts: [[Receipt]] = []
    /// What others would see of each member; of a clean album, what was made for it.
    var contents: [[RecordedContent]] = []
    /// Photos that were named but must not or cannot be shared.
    var kept: [ShareResult] = []
    /// Photos that cannot be cleaned for sure, which an album of clean copies lacks. To refuse the album for them would
    /// make none possible where every shot has a RAW file.
    var unclean: [ShareResult] = []
    /// False if a photo of a known album is missing among these: the album is not shared without it.
    var isWhole = true
    /// The files that are added to an album.
    var added: [Action.Member] = []
    var summary = ShareSummary()

    var files: Int { groups.reduce(0) { $0 + $1.members.count } }
    var bytes: Int64 { groups.reduce(0) { $0 + $1.bytes } }

    /// Leaves a group out.
    mutating func remove(_ place: Int) {
        groups.remove(at: place)
        receipts.remove(at: place)
        contents.remove(at: place)
    }
}

/// Plans a share. Changes nothing.
struct SharePlanning {
    var order: ShareOrder
    let index: PhotoIndex
    let destination: DestinationName
    let files: LibraryFiles
    let now: Int64

    func plan() throws -> SharePlan {
        var plan = SharePlan()
        var uploaded: [KnownGroup] = []
        switch order.subject {
        case .selection(let selection):
            let leftOut = try index.workGroups(matching: selection, .sending(to: destination.id)) { candidate in
                if candidate.isShareable { uploaded.append(candidate) } else { plan.summary.notUploaded += 1 }
                return true
            }
            (plan.summary.personal, plan.summary.unsure) = (leftOut.personal, leftOut.unsure)
        case .files(let paths, _):
            let candidates = try index.groups(ofFilesAt: paths, .sending(to: destination.id))
            var given: Set<Int64> = []
            for (path, candidate) in zip(paths, candidates) {
                guard let candidate else {
                    plan.kept.append(kept(path, .failed, .notUploaded, "the index knows no such photo"))
                    continue
                }
                if !given.insert(candidate.group).inserted { continue }
                if candidate.judgement.verdict != .work {
                    plan.kept.append(kept(path, .refused, .notWork, nil, candidate.judgement.verdict))
                } else if candidate.isShareable {
                    uploaded.append(candidate)
                } else {
                    plan.kept.append(kept(path, .failed, .notUploaded, nil, .work))
                }
            }
        }
        for candidate in uploaded { try add(candidate, to: &plan) }
        return plan
    }

    private func kept(
        _ path: FilePath, _ state: ShareResult.State, _ why: Action.Reason, _ detail: String? = nil,
        _ verdict: Verdict? = nil
    ) -> ShareResult {
        ShareResult(
            path: path, destination: destination.name, state: state, why: why, detail: detail, verdict: verdict)
    }

    /// Adds a group that has copies. It is kept out if a file changed since the scan, since that was not judged, or if
    /// it is work only by an inferred position that nobody has confirmed.
    private func add(_ candidate: KnownGroup, to plan: inout SharePlan) throws {
        guard let row = destination.id else { return }
        let state = files.state(of: candidate, now: now)
        if let why = GroupRule.objection(to: state, for: .share), let leader = candidate.members.first {
            let state: ShareResult.State = why == .unreadable ? .failed : .refused
            return plan.kept.append(kept(leader.path, state, why, nil, .work))
        }
        var action = Action(kind: .upload, group: candidate.group, members: [], destination: destination)
        var receipts: [Receipt] = []
        for member in candidate.photos {
            guard let sha256 = member.sha256, let receipt = try index.receipts(sha256: sha256, destination: row).first
            else { return plan.summary.notUploaded += 1 }
            action.members.append(Action.Member(member, target: receipt.target))
            receipts.append(receipt)
        }
        if order.isCleaning { leaveOutUnclean(of: &action, &plan) }
        guard action.members.contains(where: { $0.target != nil }) else { return }
        plan.groups.append(action)
        plan.receipts.append(receipts)
        plan.contents.append(receipts.map { RecordedContent($0) })
    }

    /// Takes the location of each file that cannot be cleaned for sure.
    private func leaveOutUnclean(of action: inout Action, _ plan: inout SharePlan) {
        for place in action.members.indices {
            let member = action.members[place]
            do throws(ExportFailure) {
                _ = try ExportSource(
                    member.path, member.fingerprint, keepsInodes: false, in: files, cleaning: .location, now: now)
            } catch {
                action.members[place].target = nil
                let state: ShareResult.State = error.state == .refused ? .refused : .failed
                plan.unclean.append(kept(member.path, state, .sharingFailed, error.why, .work))
            }
        }
    }
}

extension KnownGroup {
    /// The files to share. Sidecars are not: they tell of places and people, and nobody has asked for them.
    fileprivate var photos: [Member] { members.filter { $0.sidecar == nil } }

    /// Whether every photo of the group has a copy.
    fileprivate var isShareable: Bool { !photos.isEmpty && photos.allSatisfy(\.hasReceipt) }
}
