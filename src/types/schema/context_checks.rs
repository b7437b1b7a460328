//! Checks what types declare about contexts, and makes the engine's rules of it.
//!
//! A container has the context of what it holds. Invariant of the result: each part of a type with contexts is given one, or has that
//! of its whole; and where a whole of a test or a tuple stands, it has the context of whole structures.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::types::schema::contexts::{ContextType, Contexts, FieldRule, RootContext, ShowContext};
use crate::types::schema::references;
use dpgen_engine::predicate_run::{ContextRules, Numbering, Rule, SlotRule, guarded};
use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use dpgen_forest::schema::{Schema, SchemaError, Shape, SlotKind};

/// The context of a type's structures.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    Nothing,
    Of(ContextType),
    /// Parts of a container have different ones.
    Several,
}

impl Found {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, found) | (found, Self::Nothing) => found,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }
}

impl Contexts {
    /// The rules of a schema, with those of its references, if there are any; and the types whose parts are wholes, if nodes are numbered.
    /// `copies` has types of the schema that are copies of others, `arguments` the types whose fields are wholes.
    pub(crate) fn rules(
        mut self,
        schema: &Schema,
        copies: &[(TypeIx, TypeIx)],
        arguments: &BTreeSet<TypeIx>,
    ) -> Result<(Option<Arc<ContextRules>>, BTreeSet<TypeIx>), SchemaError> {
        let nodes = references::node_types(schema, &self.derived, copies)?;
        if self.of_types.is_empty() && self.rules.is_empty() && nodes.is_empty() {
            return Ok((None, BTreeSet::new()));
        }
        copies.iter().for_each(|copy| self.copy(*copy));
        let mut maker = RuleMaker {
            rules: ContextRules::new(schema.types(), schema.all_constructors().len()),
            found: self.found(schema),
            declared: &self,
            schema,
            arguments,
        };
        for ((ty, local), FieldRule { slot, rule }) in &self.rules {
            let ctor = CtorIx::from_word(schema.ty(*ty).first.word() + local);
            maker.rules.add_rule(ctor, *slot, rule.clone());
        }
        maker.sequences();
        let mut wholes = BTreeSet::new();
        maker.whole_holders(schema.root(), true, &mut wholes);
        for ty in (0..small(schema.types())).map(TypeIx::from_word) {
            maker.parts(ty, wholes.contains(&ty))?;
        }
        maker.root()?;
        maker.text();
        references::holders_are_no_parts(schema, &wholes, &nodes)?;
        let rules = maker.rules.with_numbered_references(schema, Numbering { copies, holders: &wholes });
        Ok((rules, wholes))
    }

    /// What is said of a type is said of its copy.
    fn copy(&mut self, (copy, of): (TypeIx, TypeIx)) {
        if let Some(context) = self.of_types.get(&of).copied() {
            self.of_types.insert(copy, context);
        }
        if let Some(root) = self.roots.get(&of).cloned() {
            self.roots.insert(copy, root);
        }
        if let Some(then) = self.then.get(&of).cloned() {
            self.then.insert(copy, then);
        }
        for set in [&mut self.sequences, &mut self.derived] {
            if set.contains(&of) {
                set.insert(copy);
            }
        }
        let own = self.rules.iter().filter(|((ty, _), _)| *ty == of);
        let rules: Vec<_> = own.map(|((_, local), rule)| ((copy, *local), rule.clone())).collect();
        self.rules.extend(rules);
    }

    /// The contexts of all types: of containers, those of what they hold.
    fn found(&self, schema: &Schema) -> Vec<Found> {
        let types = || (0..small(schema.types())).map(TypeIx::from_word);
        let own = |ty| self.of_types.get(&ty).map_or(Found::Nothing, |context| Found::Of(*context));
        let mut found: Vec<Found> = types().map(own).collect();
        loop {
            let before = found.clone();
            for ty in types().filter(|ty| !self.derived.contains(ty)) {
                let parts = parts(schema, ty).map(|(_, _, part)| found[part.index()]);
                found[ty.index()] = parts.fold(found[ty.index()], Found::and);
            }
            if before == found {
                return found;
            }
        }
    }
}

/// The parts of a type's structures: constructor, slot and type of each.
fn parts(schema: &Schema, ty: TypeIx) -> impl Iterator<Item = (CtorIx, usize, TypeIx)> + '_ {
    schema.constructors_of(ty).flat_map(|ctor| {
        let slots = schema.constructor(ctor).slots.iter().enumerate();
        slots.filter_map(move |(slot, of)| match of.kind {
            SlotKind::Recursive(part) => Some((ctor, slot, part)),
            SlotKind::Data(_) => None,
        })
    })
}

struct RuleMaker<'a> {
    rules: ContextRules,
    found: Vec<Found>,
    declared: &'a Contexts,
    schema: &'a Schema,
    arguments: &'a BTreeSet<TypeIx>,
}

impl RuleMaker<'_> {
    fn name(&self, ty: TypeIx) -> &str {
        &self.schema.ty(ty).name
    }

    /// The rests of sequences, after elements that say what follows them has.
    fn sequences(&mut self) {
        for ty in &self.declared.sequences {
            let chain: Vec<_> = parts(self.schema, *ty).collect();
            if let [(ctor, 0, element), (_, rest, _)] = chain[..]
                && let Some(then) = self.declared.then.get(&element)
            {
                self.rules.add_rule(ctor, rest, SlotRule::Give(then.clone()));
            }
        }
    }

    /// Gathers the types whose parts are wholes themselves, as `root_ok` is asked of them.
    fn whole_holders(&self, ty: TypeIx, is_outermost: bool, wholes: &mut BTreeSet<TypeIx>) {
        let is_argument = self.arguments.contains(&ty);
        let holds_wholes = self.schema.ty(ty).shape == Shape::Tuple || (is_outermost && is_argument);
        if holds_wholes && wholes.insert(ty) {
            for (_, _, part) in parts(self.schema, ty) {
                self.whole_holders(part, is_outermost && !is_argument, wholes);
            }
        }
    }

    /// Checks the parts of a type's structures, and gives those that are wholes their context.
    fn parts(&mut self, ty: TypeIx, holds_wholes: bool) -> Result<(), SchemaError> {
        let whole = self.found[ty.index()];
        if let Found::Of(_) = whole {
            self.rules.add_type(ty);
        }
        for (ctor, slot, part) in parts(self.schema, ty).collect::<Vec<_>>() {
            let (constructor, of_part) = (self.schema.constructor(ctor), self.found[part.index()]);
            let is_given = self.rules_of(ctor, slot);
            let bad = |why: String| {
                let place = format!("{}.{}", constructor.name, constructor.slots[slot].name);
                Err(SchemaError::BadContext { place, why })
            };
            match (whole, of_part) {
                (_, Found::Nothing) | (Found::Several, Found::Several) => {}
                (Found::Of(own), Found::Of(wanted)) if own == wanted => {}
                (_, Found::Of(_)) if is_given => {}
                (_, Found::Several) if holds_wholes => {}
                (Found::Nothing | Found::Several, Found::Of(_)) if holds_wholes => {
                    let words = self.root_words(part)?;
                    let words = words.map_or_else(|| Err(self.no_root(part)), Ok)?;
                    let give = Rule::FromContext(Arc::new(move |_: &[i64]| words.clone()));
                    self.rules.add_rule(ctor, slot, SlotRule::Give(give));
                }
                (_, Found::Several) | (Found::Several, _) => {
                    return bad(format!(
                        "the parts of `{}` have contexts of different types: write a struct, whose fields say \
                         `#[dpgen(give = ...)]`",
                        self.name(if whole == Found::Several { ty } else { part })
                    ));
                }
                (_, Found::Of(wanted)) => {
                    let has = match whole {
                        Found::Of(own) => format!("a `{}`", own.name),
                        _ => "none".to_owned(),
                    };
                    let closure = if whole == Found::Nothing { "|| ..." } else { "|context| ..." };
                    return bad(format!(
                        "it is given no context: `{}` has a `{}`, and `{}` {has} to pass on; say which it gets, as in \
                         `#[dpgen(give = {closure})]`",
                        self.name(part),
                        wanted.name,
                        self.name(ty)
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a part is given a context.
    fn rules_of(&self, ctor: CtorIx, slot: usize) -> bool {
        let ty = self.schema.constructor(ctor).ty;
        let local = self.schema.local(ctor);
        let is_of = |((of, number), rule): &(_, FieldRule)| {
            (*of, *number, rule.slot) == (ty, local, slot) && matches!(rule.rule, SlotRule::Give(_))
        };
        self.declared.rules.iter().any(is_of)
    }

    /// The words of the context of whole structures of a type; of a container, that of what it holds.
    fn root_words(&self, ty: TypeIx) -> Result<Option<Vec<i64>>, SchemaError> {
        let mut words: Vec<Vec<i64>> = Vec::new();
        let (mut open, mut seen) = (vec![ty], BTreeSet::new());
        while let Some(of) = open.pop() {
            if !seen.insert(of) {
                continue;
            }
            if let Some(root) = self.declared.roots.get(&of) {
                let own = self.evaluated(of, root)?;
                if !words.contains(&own) {
                    words.push(own);
                }
            } else if !self.declared.derived.contains(&of) {
                open.extend(parts(self.schema, of).map(|(_, _, part)| part));
            }
        }
        if words.len() > 1 {
            let why = "its parts have different contexts where they are whole: write a struct, whose fields say \
                       `#[dpgen(give = ...)]`";
            return Err(SchemaError::BadContext { place: self.name(ty).to_owned(), why: why.to_owned() });
        }
        Ok(words.pop())
    }

    fn evaluated(&self, ty: TypeIx, root: &RootContext) -> Result<Vec<i64>, SchemaError> {
        guarded(|| root()).map_err(|failure| SchemaError::BadContext {
            place: self.name(ty).to_owned(),
            why: format!("the context of whole structures: {failure}"),
        })
    }

    fn no_root(&self, ty: TypeIx) -> SchemaError {
        let context = match self.found[ty.index()] {
            Found::Of(context) => format!("a context, of type `{}`", context.name),
            _ => "contexts of different types".to_owned(),
        };
        SchemaError::BadContext {
            place: self.name(ty).to_owned(),
            why: format!(
                "whole structures have {context}, and nothing says which: write `#[dpgen(root = ...)]` beside \
                 `context`"
            ),
        }
    }

    /// The context of whole structures.
    fn root(&mut self) -> Result<(), SchemaError> {
        let root = self.schema.root();
        match self.found[root.index()] {
            Found::Nothing => Ok(()),
            Found::Several if self.schema.ty(root).shape == Shape::Tuple => Ok(()),
            Found::Several => Err(self.no_root(root)),
            Found::Of(_) => {
                let words = self.root_words(root)?;
                self.rules.set_root(words.map_or_else(|| Err(self.no_root(root)), Ok)?);
                Ok(())
            }
        }
    }

    /// Messages show contexts by their types' `Debug`.
    fn text(&mut self) {
        let texts: Vec<Option<ShowContext>> = self
            .found
            .iter()
            .map(|found| match found {
                Found::Of(context) => Some(context.text),
                _ => None,
            })
            .collect();
        self.rules.set_text(Arc::new(move |ty, words| match texts[at(ty.word())] {
            Some(text) => text(words),
            None => format!("{words:?}"),
        }));
    }
}
