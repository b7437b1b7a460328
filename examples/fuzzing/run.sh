#!/usr/bin/env bash
# Fuzzes a reader of programs from nothing, and from all programs of up to four parts, side by side: edges covered.
#
#   examples/fuzzing/run.sh [SECONDS...]     1 10 60 unless said; three seeds each
#
# Needs a C++ compiler, for libFuzzer; a stable toolchain will do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
seconds=("$@")
((${#seconds[@]} > 0)) || seconds=(1 10 60)
target="$(rustc -vV | sed -n 's/^host: //p')"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Coverage for libFuzzer, as cargo-fuzz asks for it on nightly.
sancov="-Cpasses=sancov-module"
for flag in level=4 inline-8bit-counters pc-table trace-compares; do
    sancov+=" -Cllvm-args=-sanitizer-coverage-$flag"
done
RUSTFLAGS="--cfg fuzzing -Ccodegen-units=1 $sancov" cargo build --quiet --release --target "$target"
fuzzer="${CARGO_TARGET_DIR:-target}/$target/release/dpgen-example-fuzzing"

dpgen="${DPGEN:-}"
if [[ -z $dpgen ]]; then
    cargo build --quiet --release --manifest-path ../../Cargo.toml --package dpgen-cli --bin dpgen
    dpgen=../../target/release/dpgen
fi
"$dpgen" enumerate program.ron --max-size 4 --format template --manifest-beside --out "$work/seeds"

# The edges that a run covers: the last that it says.
edges() {
    { "$fuzzer" "$@" 2>&1 || true; } | sed -n 's/.* cov: \([0-9]*\) .*/\1/p' | tail -1
}

printf 'the seeds alone: %s edges\n' "$(edges -runs=0 "$work/seeds")"
for time in "${seconds[@]}"; do
    for seed in 1 2 3; do
        mkdir -p "$work/nothing-$time-$seed" "$work/new-$time-$seed"
        nothing="$(edges -seed="$seed" -max_total_time="$time" "$work/nothing-$time-$seed")"
        seeded="$(edges -seed="$seed" -max_total_time="$time" "$work/new-$time-$seed" "$work/seeds")"
        printf '%s s, seed %s: %s edges from nothing, %s from the seeds\n' "$time" "$seed" "$nothing" "$seeded"
    done
done
