//! Limits on the size of a spec: each bounds the memory and time that reading a hostile text can take.
//!
//! A text beyond one of them is refused with an error at its place, never cut short.

/// The largest text of a spec, in bytes.
pub const MAX_SPEC_BYTES: usize = 1 << 20;

/// The name of a spec, a type, a constructor, a field, an attribute, a parameter or a preset, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 256;

/// The levels of brackets within brackets that a spec's RON may have.
pub(crate) const MAX_DOCUMENT_DEPTH: usize = 100;

/// The levels of expressions within expressions: parentheses, arguments, operators of different precedence.
/// A chain of one operator is a single level, however long it is. Reading so many levels without optimisation
/// takes half of the 2 MiB of stack that threads usually have.
pub(crate) const MAX_EXPRESSION_DEPTH: usize = 100;

/// The levels of an attribute's expression with the attributes of the same layer that it reads inlined: a measure of the stack
/// that evaluating it takes.
pub(crate) const MAX_ATTRIBUTE_DEPTH: usize = 300;

/// The operations of an attribute's expression with the attributes of the same layer that it reads inlined.
pub(crate) const MAX_ATTRIBUTE_PARTS: usize = 1_000_000;

/// The names of a path such as `left.right.key`.
pub(crate) const MAX_PATH_LEN: usize = 200;

/// The elements of an array: it is one layer with a slot for each.
pub(crate) const MAX_ARRAY_LEN: u32 = 4096;

/// The strings of a `OneOf`.
pub(crate) const MAX_ONE_OF_LEN: usize = 10_000;

/// The items of a list in an expression.
pub(crate) const MAX_LIST_LEN: usize = 100_000;

/// The types of a spec, containers included.
pub(crate) const MAX_TYPES: usize = 1_000;

/// The constructors of a type, and its attributes.
pub(crate) const MAX_MEMBERS: usize = 1_000;

/// The fields of all constructors together; an array has one for each element.
pub(crate) const MAX_FIELDS: usize = 20_000;

/// The parts of the code of a spec's expressions; those of `root_ok` count once for each constructor of the
/// root.
pub(crate) const MAX_CODE_PARTS: usize = 2_000_000;
