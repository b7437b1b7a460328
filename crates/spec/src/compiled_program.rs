//! The code of a spec in one scope: its types with their attributes and conditions.
//!
//! The key of an attribute in a run is `AttrKey::Spec(type, number)`, that of the constructor `AttrKey::Constructor(type)`. The last few numbers are the attributes that every type has:
//! its constructor ([`KIND_NUMBER`]), its `rep_ok`, its `root_ok` and its context. `evaluation.rs` evaluates attributes, `predicates.rs` makes the predicates that
//! engines call.

use dpgen_forest::index::at;

use crate::compiled_code::{Num, Test};
use crate::located_failures::Site;

/// The number of the attribute that is a type's `rep_ok`.
pub(crate) const REP_OK_NUMBER: u32 = u32::MAX;
/// The number of the attribute that tells a structure's constructor.
pub(crate) const KIND_NUMBER: u32 = u32::MAX - 1;
/// The number of the attribute that is a structure's context.
pub(crate) const CONTEXT_NUMBER: u32 = u32::MAX - 3;
/// The number that stands for `root_ok`.
pub(crate) const ROOT_OK_NUMBER: u32 = u32::MAX - 2;

/// The code of an attribute for one constructor.
#[derive(Debug)]
pub(crate) enum Body {
    Int(Num),
    /// A label or a constructor.
    Word(Num),
    Bool(Test),
}

/// An attribute.
#[derive(Debug)]
pub(crate) struct AttrCode {
    pub(crate) name: String,
    /// Whether some constructor has no definition, so that answers begin with a tag.
    pub(crate) partial: bool,
    /// For each constructor that has a definition, its site and its code.
    pub(crate) bodies: Vec<Option<(Site, Body)>>,
}

/// A condition.
#[derive(Debug)]
pub(crate) struct Judged {
    /// Its number in reports.
    pub(crate) number: u32,
    pub(crate) site: Site,
    pub(crate) test: Test,
}

/// The conditions of a constructor.
pub(crate) type Conditions = Vec<Judged>;

/// A type.
#[derive(Debug)]
pub(crate) struct TypeCode {
    pub(crate) name: String,
    pub(crate) attributes: Vec<AttrCode>,
    /// A list a constructor.
    pub(crate) rep_ok: Vec<Conditions>,
}

/// All code of a spec in one scope.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) types: Vec<TypeCode>,
    pub(crate) root: u32,
    /// A list for each constructor of the root.
    pub(crate) root_ok: Vec<Conditions>,
}

impl Program {
    /// Whether an attribute's answers begin with a tag.
    pub(crate) fn partial(&self, ty: u32, attribute: u32) -> bool {
        let attributes = &self.types[at(ty)].attributes;
        attributes.get(at(attribute)).is_some_and(|attribute| attribute.partial)
    }

    /// The names of a type and of one of its attributes.
    pub(crate) fn names(&self, ty: u32, attribute: u32) -> (&str, &str) {
        let ty = &self.types[at(ty)];
        let name = match attribute {
            KIND_NUMBER => "kind",
            REP_OK_NUMBER => "rep_ok",
            ROOT_OK_NUMBER => "root_ok",
            _ => ty.attributes.get(at(attribute)).map_or("?", |attribute| &attribute.name),
        };
        (&ty.name, name)
    }
}
