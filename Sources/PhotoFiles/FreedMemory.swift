internal import CLinux

/// Gives the system back what this process has freed, which takes some milliseconds. The C library keeps it for the
/// thread that allocated it, and the next work may run on another: each would keep the room of a copy of the index.
package func giveBackFreedMemory() { workphotos_give_back_freed_memory() }
