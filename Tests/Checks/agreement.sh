#!/usr/bin/env bash
# What `make agreement` runs: compares what `why` says of random libraries with what purges, uploads and records of both
# do. A failure names the seed of its library.
#
# usage: Tests/Checks/agreement.sh LIBRARIES
set -u -o pipefail
cd "$(dirname "$0")/../.." || exit 1

Tests/Checks/build.sh || exit 1
LIBRARIES=$1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(($(nproc) + 1)) swift test --skip-build -c release \
    --traits Tests --scratch-path .build-tests --filter RuleAgreementTests 2>&1 | grep -av 'Test case passing .* started'
