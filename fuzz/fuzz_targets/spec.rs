//! Fuzzes `spec` of `tests/it/fuzz_bodies/mod.rs`.
#![no_main]

#[allow(dead_code, reason = "each target runs one of the bodies")]
#[path = "../../tests/it/fuzz_bodies/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = bodies::spec(bytes);
});
