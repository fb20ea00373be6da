internal import CFuzzer
internal import Glibc
internal import PhotoFuzzing

/// Runs libFuzzer, which calls a C function without context: what it needs is reached over ``run``.
enum Fuzzing {
    /// The run. Set once, before the fuzzer starts, and used on its thread alone.
    nonisolated(unsafe) private static var run: FuzzRun?

    /// Fuzzes as libFuzzer's flags among the arguments say, and ends the process.
    static func start(_ reader: FuzzedReader) -> Never {
        guard let made = try? FuzzRun(reader) else { FuzzCommand.fail("no file can be made in TMPDIR or /dev/shm", 1) }
        unsafe run = made
        atexit { Fuzzing.finish() }
        exit(unsafe workphotos_run_fuzzer(CommandLine.argc, CommandLine.unsafeArgv) { unsafe Fuzzing.one($0, $1) })
    }

    /// Reads one input; -1 has libFuzzer forget it.
    private static func one(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        do {
            return unsafe try run?.read(input) == true ? 0 : -1
        } catch {
            FuzzCommand.fail("the input cannot be written: \(error)", 1)
        }
    }

    /// Says what the slowest input took, and removes the file.
    private static func finish() {
        guard let done = unsafe run else { return }
        print("stat::slowest_input_us: \(done.slowest / 1_000) (\(done.slowestSize) bytes)")
        done.finish()
    }
}
