#!/usr/bin/env bash
# What `make check-drive` runs: Google's own client for Python against workphotos-fakedrive, and the tables of the fake
# against the discovery document that the client brings.
set -u
cd "$(dirname "$0")/../.." || exit 1
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

# The fake is on this machine, whatever leads elsewhere.
export no_proxy=127.0.0.1,localhost NO_PROXY=127.0.0.1,localhost

swift build --product workphotos-fakedrive || exit 1
# What the client notes of its own repeats is not for the reader of this check.
if CHECK_DIRECTORY=$directory timeout 120 .build/drive-client/bin/python3 Tests/Checks/drive.py \
    .build/debug/workphotos-fakedrive 2>"$directory/notes"; then
    exit 0
fi
tail -n 20 "$directory/notes" >&2
exit 1
