# Functions that install missing packages, configure and build; sourced by ./simulate and test/run. They
# expect `root`, the folder of the project, and print to standard error only.

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$@"
    exit 2
}

# packages KIND...: prints the packages of these kinds in debian-packages.txt, without those that exist only
# for other architectures.
packages() {
    awk -v kinds=" $* " -v here="$(dpkg --print-architecture)" \
        'index(kinds, " " $1 " ") && (NF == 2 || $3 == here) { print $2 }' \
        "$root/cmake/debian-packages.txt"
}

# missing PACKAGE...: prints those of the packages that are not installed.
missing() {
    comm -13 \
        <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
            awk '$2 == "installed" { print $1 }' | sort -u) \
        <(printf '%s\n' "$@" | sort -u)
}

# install_packages KIND...: installs missing packages with apt. Does nothing on a system without dpkg, where
# CMake reports what it cannot find.
install_packages() {
    command -v dpkg-query >/dev/null || return 0
    local wanted lacking as_root=() log
    mapfile -t wanted < <(packages "$@")
    mapfile -t lacking < <(missing "${wanted[@]}")
    [[ ${#lacking[@]} -gt 0 ]] || return 0

    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null ||
            die "These packages are missing, and installing them needs root or sudo." \
                "As root run: apt-get update && apt-get install ${lacking[*]}"
        as_root=(sudo)
    fi
    say "Installing ${lacking[*]}"
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y --no-install-recommends "${lacking[@]}"; } >"$log" 2>&1; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        die "apt could not install what is missing. These packages of Debian 12 are needed:" \
            "${lacking[*]}"
    fi
    rm -f "$log"
    touch "$root/CMakeLists.txt"  # makes configured build trees look for optional packages again
}

# quietly COMMAND...: runs a command; if it fails, shows its output and exits with 2.
quietly() {
    local output
    if ! output=$("$@" 2>&1); then
        say "$output"
        die "Failed: $*"
    fi
}

# build PRESET [TARGET]: configures, if necessary, and builds. Simultaneous calls wait for each other.
build() {
    local preset=$1 target=${2:-all} tree="$root/build/$1"
    mkdir -p "$tree"
    (
        cd "$root" || exit 2
        flock 9
        if [[ ! -f $tree/build.ninja ]]; then
            say "Configuring and building xdnasim ($preset); the first time takes a few minutes"
            quietly cmake --preset "$preset"
        fi
        # One job per processor. With two more, Ninja's default, a build takes an eighth longer.
        quietly cmake --build --preset "$preset" --target "$target" \
            --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" 9>&-
    ) 9>"$tree/.lock" || exit 2
}
