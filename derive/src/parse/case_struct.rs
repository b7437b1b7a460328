//! The struct of a test's arguments, which `#[dpgen::test]` defines, and on which the derive takes a field for an argument.

use syn::DeriveInput;

/// Its name.
pub(crate) const CASE_STRUCT_NAME: &str = "__DpgenCase";

/// Whether a type is that struct.
pub(crate) fn is_case(input: &DeriveInput) -> bool {
    input.ident == CASE_STRUCT_NAME
}
