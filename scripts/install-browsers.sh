#!/usr/bin/env bash
# Installs the browsers that `dpgen diff` can drive, with their drivers, on Debian.
#
#   scripts/install-browsers.sh            everything that is missing
#   scripts/install-browsers.sh --check    only says what is missing; exits with 1 if something is
#
# Packages come from Debian, for which it needs root or sudo. Debian has no geckodriver: it is built by cargo, into
# cargo's own folder, which has to be in PATH.
set -euo pipefail

# A program, and the package that has it. MiniBrowser is looked for in its folders: it is in no search path.
readonly NEEDED=(
    chromium:chromium
    chromedriver:chromium-driver
    firefox-esr:firefox-esr
    WebKitWebDriver:webkit2gtk-driver
    Xvfb:xvfb
)
# The program of a fourth engine, which newer Debians no longer have.
readonly OPTIONAL=(wkhtmltoimage:wkhtmltopdf)

has() {
    command -v "$1" >/dev/null
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif has sudo; then
        sudo "$@"
    else
        printf 'error: installing packages needs root or sudo: %s\n' "$*" >&2
        exit 1
    fi
}

packages=()
for pair in "${NEEDED[@]}"; do
    has "${pair%%:*}" || packages+=("${pair#*:}")
done
extras=()
for pair in "${OPTIONAL[@]}"; do
    has "${pair%%:*}" || extras+=("${pair#*:}")
done
driver=()
has geckodriver || [[ -x ${CARGO_HOME:-$HOME/.cargo}/bin/geckodriver ]] || driver=(geckodriver)

if [[ ${1:-} == --check ]]; then
    missing=("${packages[@]}" "${driver[@]}")
    printf 'missing: %s\n' "${missing[*]:-nothing}"
    ((${#missing[@]} == 0))
    exit
fi
(($# == 0)) || {
    printf 'usage: %s [--check]\n' "$0" >&2
    exit 2
}

if ((${#packages[@]} + ${#extras[@]} > 0)); then
    has apt-get || {
        printf 'error: this is no Debian; install by hand: %s\n' "${packages[*]}" >&2
        exit 1
    }
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get update
fi
if ((${#packages[@]} > 0)); then
    as_root apt-get install --yes --no-install-recommends "${packages[@]}"
fi
if ((${#extras[@]} > 0)); then
    as_root apt-get install --yes --no-install-recommends "${extras[@]}" ||
        printf 'without %s: this Debian does not have it, and nothing else needs it\n' "${extras[*]}"
fi
if ((${#driver[@]} > 0)); then
    cargo install geckodriver --locked
fi
printf 'installed: all browsers and drivers\n'
