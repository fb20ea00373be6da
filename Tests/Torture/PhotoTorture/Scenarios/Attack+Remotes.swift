internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// Attacks on rclone, on its server, and on the network between them.
    static func connections(of kind: RemoteKind) -> [Attack] {
        if !kind.hasServer { return [rcloneKilled] }
        // A server that keeps everything in memory loses it when it is stopped.
        let servers = kind == .s3 ? [] : [serverStopped, serverRestarted]
        return [rcloneKilled, networkGone] + servers + [100, 20_000, 1_500_000].map(cut)
    }

    /// Kills the running rclone.
    private static let rcloneKilled = connection("rclone-killed") { world, _ in
        let processes = Leftovers.processes(home: world.path("home")).filter { process in
            FilePath("/proc/\(process)/comm").text.hasPrefix("rclone")
        }
        for process in processes { kill(process, SIGKILL) }
        return !processes.isEmpty
    }

    /// Stops the server, which closes every connection.
    private static let serverStopped = connection("server-stopped") { _, remote in
        remote.server?.stop()
        return true
    }

    /// Stops the server and starts it again at once.
    private static let serverRestarted = connection("server-restarted") { _, remote in
        remote.server?.stop()
        try remote.server?.start()
        return true
    }

    /// Makes the server unreachable.
    private static let networkGone = connection("network-gone") { _, remote in
        remote.proxy?.close()
        return true
    }

    /// Cuts every connection after this number of further bytes sent to the server.
    private static func cut(after count: Int) -> Attack {
        var attack = connection("cut-\(count)") { _, remote in
            remote.proxy?.cut(after: count)
            return true
        }
        attack.hasHappened = { $0.remote?.remote.proxy?.isToCut == false }
        return attack
    }

    /// An attack that ends with the run: server and network are available again for the next one. Photos may have been
    /// put back, or be gone.
    private static func connection(
        _ name: String, _ body: @escaping @Sendable (World, TestRemote) throws -> Bool
    ) -> Attack {
        Attack(
            name: name,
            run: { world in
                guard let remote = world.remote?.remote, try body(world, remote) else { return false }
                world.excuseAll()
                return true
            },
            undo: { world in
                world.remote?.remote.proxy?.mend()
                try world.remote?.remote.server?.start()
                return []
            }, isPutRight: true)
    }
}
