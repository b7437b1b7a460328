//! A fuzz target of libFuzzer: programs of a small language are read, checked and run. See `run.sh`.
#![no_main]

mod check;
mod language;
mod run;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(program) = language::read(text) else { return };
    let Ok(ty) = check::type_of(&program, &mut Vec::new()) else { return };
    // What has a type runs to a value of it, or overflows.
    if let Some(value) = run::value_of(&program, &mut Vec::new()) {
        assert_eq!(value.ty(), ty);
    }
});
