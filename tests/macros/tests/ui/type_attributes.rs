//! Attributes on types and variants.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
#[dpgen(repok = is_valid)]
struct Nearly {}

#[derive(DpGen)]
#[dpgen(serialize)]
struct Unknown {}

#[derive(DpGen)]
#[dpgen]
struct Bare {}

#[derive(DpGen)]
#[dpgen(range = 1..=3)]
struct Misplaced {}

#[derive(DpGen)]
enum OnVariant {
    Nil,
    #[dpgen(rep_ok = is_valid)]
    Cons(Box<Self>),
}

#[derive(DpGen)]
#[dpgen(rep_ok = is_valid, rep_ok = is_valid)]
struct Twice {}

#[derive(DpGen)]
#[dpgen(weight = 1)]
#[dpgen(weight = 1)]
struct TwiceApart {}

#[derive(DpGen)]
#[dpgen(rep_ok = |_| true)]
struct Closure {}

#[derive(DpGen)]
#[dpgen(root_ok = "is_valid")]
struct Text {}

#[derive(DpGen)]
#[dpgen(finish)]
struct NoValue {}

#[derive(DpGen)]
#[dpgen(rep_ok(is_valid))]
struct Parentheses {}

#[derive(DpGen)]
#[dpgen(view = some::Name)]
struct ViewPath {}

#[derive(DpGen)]
enum Weights {
    #[dpgen(weight = -1)]
    Negative(Box<Self>),
    #[dpgen(weight = 1.5)]
    Float(Box<Self>),
    #[dpgen(weight = WEIGHT)]
    Constant(Box<Self>),
    #[dpgen(weight = 2u8)]
    Suffix(Box<Self>),
    #[dpgen(weight = 9999999999)]
    Large(Box<Self>),
    Nil,
}

#[derive(DpGen)]
#[dpgen(krate::rep_ok = is_valid)]
struct LongName {}

#[derive(DpGen)]
#[dpgen(params = limit)]
struct ParamsNoList(bool);

#[derive(DpGen)]
#[dpgen(params = [1])]
struct ParamsNoNames(bool);

fn main() {}
