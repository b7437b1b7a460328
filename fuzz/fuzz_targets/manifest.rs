//! Fuzzes `manifest` of `tests/it/fuzz_bodies/cli.rs`.
#![no_main]

#[allow(dead_code, reason = "each target runs one of the bodies")]
#[path = "../../tests/it/fuzz_bodies/cli.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = bodies::manifest(bytes);
});
