//! The macros of dpgen; use them through the `dpgen` crate, which re-exports them.
//!
//! `#[derive(DpGen)]` reads the type and its attributes (`parse/`), checks what holds between them (`check/`), and writes the code
//! (`generate/`). When something is wrong, `generate/error_stubs.rs` writes stand-ins beside the messages, so that one mistake is
//! one message. `#[derive(Observable)]` is in `observable_derive.rs`, `#[dpgen::test]` in `test_attribute/`.
//!
//! Generated code stands in a block that has the crate as `_dpgen`; only a view stands outside.

mod check;
mod errors;
mod generate;
mod observable_derive;
mod parse;
mod test_attribute;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Describes a type to dpgen: its schema, and the *view* that its predicates and attributes read.
///
/// For an enum `Tree` the view is an enum `TreeView` with the same variants and fields, for a struct a
/// struct. A field that is a structure itself shows as `Ref`, an integer as `Int`, any other data as `Choice`.
/// An enum without any fields is a finite choice: data, with its variants as values. It must be `Copy`.
///
/// Plain values have to be listed, by `range`, `values` or `alphabet`; a field without them does not compile.
///
/// ```
/// use dpgen::{DpGen, Int};
///
/// #[derive(DpGen, Debug, Clone)]
/// #[dpgen(rep_ok = is_ordered)]
/// enum Tree {
///     Nil,
///     Node {
///         left: Box<Tree>,
///         #[dpgen(range = 1..=n)]
///         key: i64,
///         color: Color,
///         right: Box<Tree>,
///     },
/// }
///
/// #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
/// enum Color {
///     Red,
///     Black,
/// }
///
/// fn is_ordered(tree: TreeView) -> bool {
///     let TreeView::Node { left, key, color, right } = tree else { return true };
///     left.get(max).is_none_or(|max| max < key)
///         && right.get(min).is_none_or(|min| key < min)
///         && !(color == Color::Red && (left.get(is_red) || right.get(is_red)))
/// }
///
/// fn is_red(tree: TreeView) -> bool {
///     matches!(tree, TreeView::Node { color, .. } if color == Color::Red)
/// }
///
/// fn max(tree: TreeView) -> Option<Int> {
///     let TreeView::Node { key, right, .. } = tree else { return None };
///     right.get(max).or(Some(key))
/// }
///
/// fn min(tree: TreeView) -> Option<Int> {
///     let TreeView::Node { left, key, .. } = tree else { return None };
///     left.get(min).or(Some(key))
/// }
/// ```
///
/// # Attributes
///
/// On the type:
///
/// - `rep_ok = path`: the invariant, a `fn(TreeView) -> bool`, a `fn(Ref<Tree>) -> bool` or a `fn(&Tree) -> bool`;
/// - `root_ok = path`: what only a whole structure must meet, of the same form; the trait `DpGen` says what is a whole;
/// - `view = Name`: the view's name;
/// - `context = Scope`, `root = Scope::new`, `then = |scope, item| ...`: what its structures are told about where they stand; see
///   [Contexts](#contexts);
/// - `params = [limit]`: parameters that only predicates ask for, by `dpgen::scope`;
/// - `finish = path`: a `fn(&mut Tree)` that sets what no tree holds, such as parent pointers;
/// - `crate = "path::to::dpgen"`: where this crate is, if not at `::dpgen`;
/// - `remote = "other::Tree"`: the type is a mirror of one of another crate, with the same constructors and fields; see
///   `Mirror`. `partial` says that the other enum has variants beside those.
///
/// On a variant, or on the type for all of its variants that say none: `weight = 2`, what it adds to the size. Otherwise that is 1, or 0
/// without fields. Of a mirror,
/// `new = "path"` is the function that makes one of the other type. On a variant, `skip` leaves it out: no value has it.
///
/// On a field:
///
/// - `range = 1..=n` or `range = 0..2 * n`: its values. A lower-case name is a parameter of the scope;
///   `n` is the maximum size. Constants of any integer type, paths, functions and methods mean what they mean in Rust, but a
///   result that leaves its type, a division by zero, and a cast that changes a value are errors of the build. A range with
///   integers beyond 64 signed bits has at most 10,000 values;
/// - `values = CONST`, `values = f(n)`, `range = CONST`: all of them by a constant or a call, which gives an array, a slice, a `Vec`
///   or a range;
/// - `values = [1, 2, 3]`, or a list of strings, characters or floats: its values. A type that dpgen does not know takes a
///   list of constants, as in `values = [Duration::ZERO, Duration::MAX]`; see `OneOf`. Floats are told apart by their bits:
///   `f64::NAN` is a value, and `-0.0` another one than `0.0`;
/// - `range = (1..=n, ["a", "b"], _)`: one of both for each part of a tuple, or nothing. A map takes them for keys and
///   values, a `Result` for both types. Containers hand on what is said, so that `Vec<(i64, bool)>` takes `(1..=n, _)`;
/// - `range = |low| low..=n`, `values = |scope| scope.names()`: its values where it stands, by a closure of fields to the left, and of
///   the context first, if the type has one; see [Contexts](#contexts);
/// - `refers_to = Node`: the field is the number of a node, a value of the type `Node` that a walk from the whole has met, wholes
///   before parts and parts from left to right; see `Link`, `Nodes` and `Ref::number`. It is an integer, or integers in containers, or
///   a `Weak` (which is `Weak::new()` where it leads to nothing), `Rc` or `Arc` of that node, or of a `RefCell`, `Mutex` or `RwLock` of it;
/// - `links_to = Node`: the field leads to a node that is new or was met, as a `Link` does: it is an `Rc` or `Arc` of the node, or of
///   a `RefCell`, `Mutex` or `RwLock` of it, or an index (see `NodeIndex`); an `Option` of such, or a `Vec` or array of these;
/// - `arena`: the field is the `Vec` of all nodes that are reached from the first, by their numbers: what indices with `links_to` lead to;
/// - `give = |scope| scope.inner()`: the context that a part gets;
/// - `len = 0..=3`: how long a `Vec`, set or map is. Without it, each element weighs at least 1: one that is a plain value
///   does, and one that could weigh nothing, such as a variant without fields, weighs 1 more than elsewhere;
/// - `alphabet = "ab", len = 0..=3`: the strings of these letters, shorter ones first;
/// - `payload`: nothing compares the field. It is no part of the structure, and the payloads of a value are numbered from
///   0, in the order of its fields. With `values` or a `range` of constants it takes these, over and over. See `Payload`;
/// - `skip`: the field is no part of the structure. It is not in the view, `Default` fills it (or `finish`), and a
///   value has the same rank whatever it holds. `default` says the same, and `default = "path"` names the function
///   that fills it. The fields of a tuple's view are numbered without it;
/// - `with = "Mirror"`: the field's type is of another crate, and this mirror describes it;
/// - `get = "path"`: on a field of a mirror, the function that reads it from the other type;
/// - `recursive`: says that the field is a substructure, which its type says anyway.
///
/// ```
/// use std::collections::BTreeSet;
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug, PartialEq)]
/// struct Entry {
///     #[dpgen(alphabet = "ab", len = 1..=2)]
///     name: String,
///     #[dpgen(len = 0..=2, range = 1..=3)]
///     tags: BTreeSet<u8>,
///     #[dpgen(skip)]
///     hits: usize,
/// }
///
/// let entries = Generator::<Entry>::up_to(1).build()?;
/// assert_eq!(entries.count(1), (2 + 4) * (1 + 3 + 3));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Contexts
///
/// The *context* of a structure is a value that it gets from the structure it is a part of, such as the variables in scope. It has any
/// type that is `Debug` and [`Observable`](derive@Observable), without an `Int` in it. On the type:
///
/// - `context = Scope`: the type of the context. It is a path, a tuple, or in quotes, as in `"Vec<u8>"`;
/// - `root = Scope::new`: that of whole structures, as the path of a function (in lower case) or a value, as in `root = 0`. Only a type
///   that is generated itself needs it;
/// - `then = |scope, item| scope.with(item.get(name))`: what the rest of a `Vec`, `VecDeque` or `LinkedList` has after an element of this
///   type, from the context of the list and the element, a `Ref`. Without it all elements have that of the list;
/// - `rep_ok` and `root_ok` may be a `fn(TreeView, Scope) -> bool`, which is given the context, too. `Ref::context` has that of a
///   part, and `Ref::get_with_context` asks for an attribute that reads it.
///
/// A part whose type has the same type of context has the context of the whole, unless `give` says another one; one whose type has
/// another has to be given it. Containers hand on what they have. `range` and `values` may be closures, of integers, `bool`s and enums
/// without fields; `values` gives an array or anything else to iterate over.
///
/// The first parameter of a closure is the context, if the type has one. All others are fields to the left, by name (`_0` is the
/// first of those without names), and have the types that the view has them in: `Int`, `Choice` or `Ref`. Types without contexts, and
/// the arguments of a test, take closures, too. In the arithmetic of a `range` or `values`, other names in lower case are
/// parameters of the scope, as without a closure. Other code means what it means in Rust, and has the scope as `dpgen::scope()`. Instead of a closure, `give` and `then` take the path of a function of the context alone,
/// or of both.
///
/// ```
/// use dpgen::prelude::*;
///
/// /// Closed lambda terms: a variable is the number of abstractions between it and its own.
/// #[derive(DpGen, Debug)]
/// #[dpgen(context = u32, root = 0)]
/// enum Term {
///     #[dpgen(weight = 0)]
///     Var(#[dpgen(range = |depth| 0..depth)] u32),
///     Lam(#[dpgen(give = |depth| depth + 1)] Box<Term>),
///     App(Box<Term>, Box<Term>),
/// }
///
/// #[derive(DpGen, Debug)]
/// struct Interval {
///     #[dpgen(range = 1..=n)]
///     low: u8,
///     #[dpgen(range = |low| low..=n)]
///     high: u8,
/// }
///
/// assert_eq!(Generator::<Term>::up_to(4).build()?.count(4), 82); // OEIS A220894
/// assert_eq!(Generator::<Interval>::up_to(1).param("n", 4).build()?.count(1), 4 + 3 + 2 + 1);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// Such a domain is judged wherever values are, by `is_valid`, too, unless it mentions a parameter and there is no scope. Its integers
/// lie from -2^30 to 2^30 - 2.
///
/// # Generic types
///
/// Type parameters that the types of fields mention get the bound `DpGen`, and `Default` where a skipped field asks for
/// it; whatever else is needed goes into a `where` clause. Each instance is a type of its own, predicates and attributes
/// are generic functions of views. Constants may stand in domains. A `PhantomData` is a single value.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = ascends)]
/// enum List<K: DpGen<Slot = Int>, const MOST: i64> {
///     Nil,
///     Cons(#[dpgen(range = 1..=MOST)] K, Box<Self>),
/// }
///
/// fn ascends<K: DpGen<Slot = Int>, const MOST: i64>(list: ListView<K, MOST>) -> bool {
///     let ListView::Cons(first, rest) = list else { return true };
///     rest.get(head).is_none_or(|second| first < second)
/// }
///
/// fn head<K: DpGen<Slot = Int>, const MOST: i64>(list: ListView<K, MOST>) -> Option<Int> {
///     if let ListView::Cons(first, _) = list { Some(first) } else { None }
/// }
///
/// let lists = Generator::<List<u8, 5>>::up_to(3).build()?;
/// assert_eq!(lists.count(3), 10); // C(5, 3)
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[proc_macro_derive(DpGen, attributes(dpgen))]
pub fn derive_dpgen(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = errors::Errors::default();
    let ast = parse::ast::Ast::new(&input, &mut errors);
    check::rules::check(&ast, &mut errors);
    match errors.finish() {
        Ok(()) => generate::dpgen_impl::expand(&ast).into(),
        Err(error) => generate::error_stubs::expand(&ast, &error).into(),
    }
}

/// Lets an attribute return a struct or enum of your own, whose fields are observable.
///
/// ```
/// use dpgen::{DpGen, Int, Observable};
///
/// #[derive(DpGen)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 0..n)] i64, Box<List>),
/// }
///
/// /// The least and the greatest element.
/// #[derive(Observable, Clone, Copy)]
/// enum Bounds {
///     Empty,
///     Between { least: Int, greatest: Int },
/// }
///
/// fn bounds(list: ListView) -> Bounds {
///     let ListView::Cons(first, rest) = list else { return Bounds::Empty };
///     match rest.get(bounds) {
///         Bounds::Empty => Bounds::Between { least: first, greatest: first },
///         Bounds::Between { least, greatest } => Bounds::Between {
///             least: if first < least { first } else { least },
///             greatest: if greatest < first { first } else { greatest },
///         },
///     }
/// }
/// ```
///
/// Type parameters get the bound `Observable`. Of attributes there is `#[dpgen(crate = "path::to::dpgen")]`.
#[proc_macro_derive(Observable, attributes(dpgen))]
pub fn derive_observable(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    observable_derive::derive(&input).into()
}

/// Makes a function a test of every case up to a size: every combination of values of its arguments. Smaller ones come
/// first, so the first that fails is a smallest one.
///
/// ```test_harness
/// use dpgen::DpGen;
///
/// #[derive(DpGen, Debug)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 1..=keys)] u8, Box<List>),
/// }
///
/// #[dpgen::test(max_size = 5, param(keys = 3))]
/// fn removing_leaves_the_others(list: &List, #[dpgen(range = 1..=keys)] key: u8) -> Result<(), String> {
///     // ...
///     Ok(())
/// }
/// ```
///
/// An argument has a type that derives `DpGen`, or a plain one whose domain is said as on a field; it is taken by value or
/// by reference, and shown by `Debug` when a case fails. For a slice `&[T]` a `Vec<T>` is generated, and for `&str` a `String`. The
/// size of a case is the sum of its arguments' sizes.
///
/// A domain may depend on arguments to its left, by a closure: `list: &[u8], #[dpgen(range = |list| 0..list.len())] index: usize`.
/// An argument whose type has a context has that of whole structures, unless `give` says another one.
///
/// An integer with `#[dpgen(around = list, range = 0..=keys + 1)]` takes, of its range, only the integers that are in the
/// argument `list`, the next after each, and the least of the range: one for each place among them. With
/// `fields = symbolic`, `k` different integers have `2 k + 1` places, as far as the ranges leave room for all. With
/// `around = list.key` only integers in fields `key` count: those of the type of `list`, or, if it has no such field, of all types within.
/// Arguments around the same integers are placed among each other, too, so that each order of all of them comes once.
///
/// Cases that failed in earlier runs come first: they are kept beside the source, for `tests/lists.rs` in
/// `tests/lists.regressions.ron`. Without `max_size`, all cases of the smallest sizes follow, up to 10,000 cases and size
/// 16, and then 1,000 samples of each larger size to 16 that takes no more than 50,000 candidates to build; of the first such size
/// what is left of the 10,000, if that is more. A failure among these is made smaller.
///
/// If the process died in a case of the last run, because it hung, aborted, or overflowed the stack, that case comes first of
/// all, and is shown before it runs.
///
/// All options may be left out. Values are constants of the type in parentheses:
///
/// - `max_size = 5` (`u32`): the largest size of which all cases are tried;
/// - `min_size = 2` (`u32`): the smallest size;
/// - `size = 5` (`u32`): the only size;
/// - `sample = 1000` (`u32`): how many cases of each larger size are drawn;
/// - `sample_sizes = 8..=16` (`u32`): which sizes these are;
/// - `expect = 8412` (`u64`): how many cases there are up to `max_size`; the test fails if that is wrong;
/// - `limit = 100_000` (`u64`), `time = "2s"`: how many cases are run at most, and for how long (`ms`, `s`, `min`); a test
///   that is stopped so passes;
/// - `case_time = "5s"`: a case that takes longer fails. One that does not end after twice that time, and a second more at
///   least, is shown, and ends the process;
/// - `param(keys = 3, ..)` (`i64`): parameters of the scope;
/// - `n = size`: the parameter `n`, in domains, is the size of the case itself. Otherwise it is `max_size`, and the case's
///   own size in samples and without `max_size`;
/// - `fields = symbolic`: one case for each path condition, its smallest solution, instead of all values;
/// - `algorithm = "lazy-dp"`: the engine, by its name on the command line;
/// - `threads = 1` (`usize`): on which cases are built and run; one a core without it;
/// - `regressions = false`: failures are not kept beside the source.
///
/// ```test_harness
/// # use dpgen::DpGen;
/// # #[derive(DpGen, Debug)]
/// # enum List { Nil, Cons(#[dpgen(range = 1..=n)] u8, Box<List>) }
/// #[dpgen::test(max_size = 4, n = size, regressions = false, time = "10s")]
/// fn is_like_its_copy(list: &List) {
///     // ...
/// }
///
/// #[dpgen::test(size = 3, sample = 100, sample_sizes = 5..=8, expect = 27)]
/// fn is_like_its_mirror(list: &List) {
///     // ...
/// }
/// ```
///
/// # On an implementation
///
/// Above an `impl StateMachineTest for Stack`, the attribute makes a test `stack_state_machine`, which runs sequences of transitions
/// with `check_machine`: all of the smallest lengths, up to 10,000 sequences, then 1,000 random ones of 30. Its options are methods of
/// `dpgen::Sequences`: `max_len = 5`, `samples = (1000, 30)`, `call_size`, `failures`, `limit`, `time_limit = "2s"`, `case_time`,
/// `expect`, `param(keys = 3)`; and `merge_states = true` for `check_machine_states`.
///
/// # Environment
///
/// - `DPGEN_REPLAY=4:17`: only the case of this size and rank;
/// - `DPGEN_MAX_SIZE=9`: another `max_size`, and no `expect`;
/// - `DPGEN_SEED=7`: what samples are drawn by; 0 otherwise;
/// - `DPGEN_SHARD=2/8`: the second of eight parts of each size;
/// - `DPGEN_REGRESSIONS=0`: no failure of an earlier run is tried, and none is kept;
/// - `DPGEN_CASE_TIME=60`: how many seconds a case may take, in every test;
/// - `DPGEN_RECORD=0`: no file says which case is running; a folder instead of 0 is where such files are;
/// - `DPGEN_VERBOSE=1`: the test says what it covered past the capture of its output.
///
/// # The function
///
/// The test returns nothing or a `Result<(), E>` with `E: Debug`. Other attributes stay, such as `#[should_panic]` and
/// `#[ignore]`, or that of an async runtime, which has to stand below this one.
#[proc_macro_attribute]
pub fn test(arguments: TokenStream, item: TokenStream) -> TokenStream {
    test_attribute::expand(arguments.into(), item.into()).into()
}
