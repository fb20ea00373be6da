#!/usr/bin/env bash
# What `make check-drive` runs: checks workphotos-fakedrive with Google's own Python client, and the fake's tables
# against the client's discovery document.
set -u
cd "$(dirname "$0")/../.." || exit 1
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

# The fake is on this machine; no proxy may be used.
export no_proxy=127.0.0.1,localhost NO_PROXY=127.0.0.1,localhost

Tests/Checks/build.sh --product workphotos-fakedrive || exit 1
# The client's notes about its retries are shown only on failure.
if CHECK_DIRECTORY=$directory timeout 120 .build/drive-client/bin/python3 Tests/Checks/drive.py \
    .build-tests/release/workphotos-fakedrive 2>"$directory/notes"; then
    exit 0
fi
tail -n 20 "$directory/notes" >&2
exit 1
