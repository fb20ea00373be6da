internal import CFuzzer
internal import Glibc
internal import PhotoFuzzing

/// Runs libFuzzer. It calls a C function without context, so the function's state is in ``run``.
enum Fuzzing {
    /// The run. Set once before the fuzzer starts, and used only on its thread.
    nonisolated(unsafe) private static var run: FuzzRun?

    /// Fuzzes with libFuzzer's flags among the arguments, and exits.
    static func start(_ reader: FuzzedReader) -> Never {
        guard let made = try? FuzzRun(reader) else { FuzzCommand.fail("no file can be made in TMPDIR or /dev/shm", 1) }
        unsafe run = made
        atexit { Fuzzing.finish() }
        exit(unsafe workphotos_run_fuzzer(CommandLine.argc, CommandLine.unsafeArgv) { unsafe Fuzzing.one($0, $1) })
    }

    /// Reads one input. Returns -1 to make libFuzzer discard it.
    private static func one(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        do {
            return unsafe try run?.read(input) == true ? 0 : -1
        } catch {
            FuzzCommand.fail("the input cannot be written: \(error)", 1)
        }
    }

    /// Prints the cost of the slowest input, and removes the file.
    private static func finish() {
        guard let done = unsafe run else { return }
        print("stat::slowest_input_us: \(done.slowest / 1_000) (\(done.slowestSize) bytes)")
        done.finish()
    }
}
