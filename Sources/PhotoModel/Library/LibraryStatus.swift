package import SystemPackage

/// The library at a glance.
package struct LibraryStatus: Sendable {
    /// A number of photos, and their bytes.
    package struct Count: Hashable, Sendable {
        /// Stills and videos.
        package var photos: Int
        /// The bytes of their files.
        package var bytes: Int64

        package init(photos: Int = 0, bytes: Int64 = 0) {
            self.photos = photos
            self.bytes = bytes
        }
    }

    /// The number of staged groups, and the photos and bytes of their files.
    package struct Staged: Hashable, Sendable {
        /// Groups, counted once for each time they are staged.
        package var groups: Int
        /// Their stills and videos.
        package var photos: Int
        /// The bytes of their files.
        package var bytes: Int64

        package init(groups: Int = 0, photos: Int = 0, bytes: Int64 = 0) {
            self.groups = groups
            self.photos = photos
            self.bytes = bytes
        }
    }

    /// What a destination has, by the receipts that count.
    package struct Stock: Hashable, Sendable {
        /// The destination's name.
        package var destination: String
        /// Its copies, without sidecars, and their bytes. What was removed from the library counts too.
        package var count: Count

        package init(destination: String, count: Count = Count()) {
            self.destination = destination
            self.count = count
        }
    }

    /// A run that is at work, and how far it has come.
    package struct RunUnderWay: Hashable, Sendable {
        package var command: String
        /// When it began, nanoseconds since 1970-01-01T00:00:00Z.
        package var started: Int64
        /// What it has done so far: `seen` files of a scan, `done`, `failed`, `skipped` and `refused` groups.
        package var counts: [String: Int]
        /// The bytes of the groups that are done.
        package var bytes: Int64

        package init(command: String, started: Int64, counts: [String: Int] = [:], bytes: Int64 = 0) {
            self.command = command
            self.started = started
            self.counts = counts
            self.bytes = bytes
        }
    }

    /// A copy that is still at a destination although copies of its photo were taken back from there.
    package struct CopyLeft: Hashable, Sendable {
        /// The file that was sent, which may be gone or have other bytes now.
        package var path: FilePath
        /// The destination's name.
        package var destination: String
        /// The copy.
        package var target: FilePath
        /// Why it stayed; nil if that is not known.
        package var why: Action.Reason?

        package init(path: FilePath, destination: String, target: FilePath, why: Action.Reason?) {
            self.path = path
            self.destination = destination
            self.target = target
            self.why = why
        }
    }

    /// Photos and bytes by verdict, including verdicts with zeros.
    package var byVerdict: [Verdict: Count]
    /// Work photos of groups that are uploaded: each member has a receipt that counts at one and the same configured
    /// destination.
    package var uploaded = Count()
    /// What each destination has, in the order of their names. Destinations without copies are among them.
    package var stocks: [Stock] = []
    /// Photos that are held, whatever their verdict.
    package var held = Count()
    /// Work photos that are not uploaded and whose verdict rests on an inferred position: an upload takes them only if
    /// it is told so.
    package var inferredNotUploaded = Count()
    /// Other work photos that are not uploaded and of whose groups no scan has read all files yet: an import tells of
    /// them.
    package var importedNotUploaded = Count()
    /// All other work photos, but for those that are held from every destination that they would go to.
    package var notUploaded = Count()
    /// Other work photos that are not uploaded and are held from every destination that they would go to: their copies
    /// were taken back, or accepted as missing.
    package var heldFromDestinations = Count()
    /// Copies that are still at a destination although copies of their photos were taken back from there.
    package var copiesLeft: [CopyLeft] = []
    /// The destinations whose own lists may not say yet that copies were taken back or accepted as missing, by name;
    /// and the number of these copies.
    package var unlistedEnds: [String: Int] = [:]
    /// Photos that are not work any more, although some destination has something of them by a receipt that did not
    /// fail: their bytes, bytes that they had before, or another file of their groups.
    package var uploadedButNotWork = Count()
    /// Work photos whose groups `purge` could remove according to receipts: each file, including sidecars of every
    /// format, has a valid one at the same configured destination, none is held, and no position was inferred from
    /// other photos.
    package var reclaimable = Count()
    /// Photos that are gone from the disk.
    package var gone = 0
    /// Files with a photo's name whose content is damaged or not a photo.
    package var unreadable = 0
    /// Files of formats that are not read.
    package var unsupported = 0
    package var groups = 0
    /// The roots, in the order of their paths.
    package var roots: [FilePath] = []
    /// When the last scan ended, in nanoseconds since 1970-01-01T00:00:00Z; nil if there was none.
    package var lastScan: Int64?
    /// The roots that it did not read, each with the moment at which a scan last did; nil for never.
    package var rootsLeft: [FilePath: Int64?] = [:]
    /// What is staged and not yet carried out.
    package var staged = Staged()
    /// Runs that began and did not end, the oldest first.
    package var unfinishedRuns: [RunRecord] = []

    /// The runs that are at work now, the oldest first.
    package var runsUnderWay: [RunUnderWay] = []

    /// Groups whose upload is announced and has no outcome, of a run that is under way.
    package var uploadsUnderWay = 0
    /// Groups whose upload is announced and has no outcome, of runs that were killed.
    package var interruptedUploads = 0

    /// Groups whose removal is announced and has no outcome, of a run that is under way.
    package var purgesUnderWay = 0
    /// Groups whose removal is announced and has no outcome, of runs that were killed.
    package var interruptedPurges = 0
    /// Groups whose return is announced and has no outcome, of a run that is under way.
    package var undosUnderWay = 0
    /// Groups whose return is announced and has no outcome, of runs that were killed.
    package var interruptedUndos = 0
    /// Groups whose copies are being taken back by a run that is under way.
    package var retractionsUnderWay = 0
    /// Groups whose copies were announced to be taken back, without an outcome, of runs that were killed or could not
    /// find out what became of them.
    package var interruptedRetractions = 0

    /// How far cameras' clocks are ahead of UTC, as a person said.
    package var cameraOffsets: [KnownCameraOffset] = []

    /// What has temporary names of ours at destinations and is not known to be what was sent.
    package var leftovers: [Leftover] = []

    /// The number of runs that began and did not end.
    package var interruptedRuns: Int { unfinishedRuns.count }

    package init(byVerdict: [Verdict: Count]) {
        self.byVerdict = byVerdict
    }
}

/// Something at a destination that has a temporary name of ours and is not known to be what was sent under it. It stays
/// until a person removes it, or an upload finds the photo from which it was made. Or something that has the name that
/// a copy was about to get, in a directory that may have been moved. It belongs to nobody, and is reported until the
/// next upload. Or what a server may store under a temporary name only later, since it did not answer when it was sent.
package struct Leftover: Hashable, Sendable {
    package let destination: DestinationName
    /// Where it is, below the destination's top.
    package let path: FilePath
    /// When it was found, or was sent last, in nanoseconds since 1970-01-01T00:00:00Z.
    package let since: Int64
    /// Whether it was not seen there, and may come.
    package let isAwaited: Bool
    /// What it consists of if it is the copy for an album; nil for an upload, which the journal knows.
    package let content: RecordedContent?

    package init(
        destination: DestinationName, path: FilePath, since: Int64, isAwaited: Bool, content: RecordedContent?
    ) {
        self.destination = destination
        self.path = path
        self.since = since
        self.isAwaited = isAwaited
        self.content = content
    }
}

/// The size of an index on the disk, in bytes.
package struct IndexSize: Hashable, Sendable {
    /// The file with its write-ahead log.
    package let bytes: Int64
    /// How much of it is unused, at least.
    package let unused: Int64

    package init(bytes: Int64, unused: Int64) {
        self.bytes = bytes
        self.unused = unused
    }
}
