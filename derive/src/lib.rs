//! The derive macros of dpgen.
use proc_macro::TokenStream;

/// Placeholder.
#[proc_macro_derive(DpGen, attributes(dpgen))]
pub fn derive_dpgen(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
