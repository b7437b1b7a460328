//! The examples in the documentation of the macros, so that they run as documentation tests; `tests/ui.rs` has the messages.

#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../../../derive/docs/dpgen.md")]
    mod derive_dpgen {}
    #[doc = include_str!("../../../derive/docs/observable.md")]
    mod derive_observable {}
    #[doc = include_str!("../../../derive/docs/test.md")]
    mod test {}
    #[doc = include_str!("../../../crates/cover/docs/cover.md")]
    mod cover {}
}
