import SystemPackage
import Testing
import WorkphotosTestSupport

/// Places that became read-only, as disks do after an error.
@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct ReadOnlyPlaceTests {
    @Test func `A destination and a library that became read-only are found before the night`() throws {
        let world = try WorkHome(photos: 1)
        try world.addShelf()
        let runs = PrivateMounts.run { mounts -> (check: Outcome, doctor: Outcome)? in
            guard mounts.bind(world.shelf.string, on: world.shelf.string, readOnly: true),
                mounts.bind(world.home.library, on: world.home.library, readOnly: true)
            else { return nil }
            guard let check = try? world.program.run("destination", "check", "shelf"),
                let doctor = try? world.program.run("doctor")
            else { return nil }
            return (check, doctor)
        }
        let (check, doctor) = try #require(runs)
        #expect(check.exit == 1 && check.notes.contains("Read-only file system"), "\(check.notes)")
        let problem = "(folder:\(world.shelf)): cannot be written to: Read-only file system"
        #expect(doctor.exit == 1 && doctor.output.contains(problem), "\(doctor.output)")
        let warning = "nothing can be removed from \(world.home.library): Read-only file system"
        #expect(doctor.output.contains(warning), "\(doctor.output)")
    }
}
