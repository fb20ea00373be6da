import PhotoIndex
import PhotoModel

/// Checks whether destinations have personal photos that are gone from the library: no list of photos shows these.
struct GoneCopyCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        do throws(IndexError) {
            let copies = try index.goneCopies()
            if copies.isEmpty { return [CheckLine(.goneCopies, .whole, .ok, "none of photos that are gone")] }
            return copies.map(Self.line)
        } catch {
            return [CheckLine(.goneCopies, .whole, PipelineError(error))]
        }
    }

    private static func line(_ copy: GoneCopy) -> CheckLine {
        let place = copy.destinations.map(terminalSafe) ?? "a destination that was removed"
        return CheckLine(
            .goneCopies, .path(copy.path), .warning,
            "is personal and gone from the library, and its copy is still at \(place)",
            remedy: copy.destinations == nil ? nil : .retract(copy.path))
    }
}
