#!/usr/bin/env bash
# Prints the median and the 90th percentile of the sizes of Swift files in Sources and Tests, which should be at most
# 120 and 280 lines. Fails for each file above 400 lines.
set -u

find Sources Tests -name '*.swift' -print0 2>/dev/null | xargs -0 -r awk '
    FNR == 1 { files[++count] = FILENAME }
    { lines[FILENAME] = FNR }
    END { for (i = 1; i <= count; i++) printf "%d %s\n", lines[files[i]], files[i] }
' | sort -n | awk '
    { size[NR] = $1; if ($1 > 400) { printf "%s:401: %d lines; divide it (at most 400)\n", $2, $1; failed = 1 } }
    END {
        if (NR == 0) exit 0
        printf "sizes: %d files, median %d, p90 %d, largest %d lines\n",
            NR, size[int((NR + 1) / 2)], size[int((NR * 9 + 9) / 10)], size[NR]
        exit failed
    }
'
