import ArgumentParser
import PhotoModel
import PhotoPipeline

struct StagedCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "staged",
        abstract: "List staged actions.",
        discussion: """
            Lists what --stage put aside, a photo with all its files on each line, with the number for apply and \
            unstage. Staging guarantees nothing: apply judges and checks each photo again. An action that a run has begun to carry out is listed \
            until it is over. If that run was killed, the next apply settles it first and does the rest. On a terminal, \
            the photos are counted by fence and month, and listed with -v.

            Examples:
              workphotos upload --stage
              workphotos purge --stage
              workphotos staged
              workphotos staged --html staged.html
              workphotos apply 12 13
            """)

    @OptionGroup
    var page: PageOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws { try page.validatePlan(isShown: true) }

    func run(in session: Session) async throws -> ExitStatus {
        let page = try PageReport(page, title: "What is staged", fates: ("would go", "would stay"), session)
        let groups = ShownGroups()
        let reporter = session.reporter
        var (count, begun) = (0, 0)
        var (photos, begunPhotos) = (0, 0)
        var bytes: Int64 = 0
        let library = try session.unjudgedLibrary()
        let path = try session.shownPath { library }
        var counted: [Action] = []
        try library.staged(includingUnderWay: true) { action in
            let isBegun = action.state == .running
            if page != nil { groups.add(action) }
            if isBegun { begun += 1 } else { count += 1 }
            if isBegun { begunPhotos += action.photos } else { photos += action.photos }
            if !isBegun { bytes += action.bytes }
            if reporter.isJSON {
                try reporter.print(JSONLine(action: action))
            } else if reporter.tellsTotals {
                counted.append(action)
            } else {
                let row = "\(padded(action.kind.rawValue, to: 8))\(ActionReport.row(action, path))"
                try reporter.print(isBegun ? "\(row)  (begun)" : row)
            }
            return session.environment.interruption.signal == nil
        }
        try reporter.tell(table(of: counted, library))
        if reporter.isJSON {
            var line = JSONLine(type: "summary")
            line.set("command", "staged")
            line.set("staged", count)
            line.set("begun", begun)
            line.set("bytes", bytes)
            try reporter.print(line)
        } else {
            let more = begun == 0 ? "" : "; \(begunPhotos.counting("photo")) that a run has begun"
            reporter.note(
                (count == 0 ? "Nothing is staged" : "\(photos.counting("photo")), \(bytes.byteSize)") + more)
        }
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        try await page?.write(groups)
        return .success
    }

    /// Actions by kind, and by the fence and the month of their leaders in the index.
    private func table(of actions: [Action], _ library: Library) throws -> PlanTable {
        let table = PlanTable()
        for action in actions {
            table.add(action, on: try library.ground(of: action), as: action.kind.rawValue)
        }
        return table
    }
}
