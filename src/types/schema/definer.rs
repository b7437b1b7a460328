//! [`Definer`]: gathers the schema, the predicates and the parameters that a Rust type declares.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::types::DpGen;
use crate::types::schema::boundary_values::PlacedArgument;
use crate::types::schema::checked_arithmetic::Fault;
use crate::types::schema::contexts::{Contexts, FieldRule};
use crate::types::schema::domain_value::{DomainValue, IntegerRange};
use crate::types::schema::field_domain::{FieldDomain, Lengths, strings};
use crate::types::schema::integer::Integer;
use crate::types::schema::predicate::IntoPredicate;
use crate::types::schema::root_ok::{RootOk, RootPredicates};
use crate::types::schema::sharing_fields::SharingFields;
use dpgen_engine::predicate_run::{AttrKey, Handle, Model, Predicate};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{
    Domain, NodeNumbering, SchemaBuilder, SchemaError, Shape, Slot, SlotKind, TypeKey,
};

/// Gathers the schema and the predicates of a type and of the types it holds.
#[derive(Debug)]
pub struct Definer {
    pub(crate) schema: SchemaBuilder,
    rep_ok: Vec<(TypeIx, Predicate)>,
    root_predicates: RootPredicates,
    /// What parts are told about where they stand.
    pub(crate) contexts: Contexts,
    /// The parameters that domains mention.
    params: BTreeSet<String>,
    /// The arguments of a case that are placed around the integers of fields.
    placed: Vec<PlacedArgument>,
    /// The fields that lead to nodes.
    pub(crate) sharing: SharingFields,
}

impl Definer {
    pub(crate) fn new(schema: SchemaBuilder) -> Self {
        Self {
            schema,
            rep_ok: Vec::new(),
            root_predicates: RootPredicates::default(),
            contexts: Contexts::default(),
            params: BTreeSet::new(),
            placed: Vec::new(),
            sharing: SharingFields::default(),
        }
    }

    /// The model of a type.
    pub(crate) fn model<T: DpGen>(mut self, name: &str) -> Result<Model, SchemaError> {
        let root = T::define(&mut self, &FieldDomain::NONE, name);
        self.finish(root, name)
    }

    /// The model whose root has been declared.
    fn finish(mut self, root: SlotKind, name: &str) -> Result<Model, SchemaError> {
        if let Some(param) = self.unused_param() {
            return Err(SchemaError::UnusedParam { param: param.to_owned(), hint: self.suggestion(param) });
        }
        let copies = self.schema.weigh_elements();
        let schema = self.schema.finish(root, name)?;
        self.placed.iter().try_for_each(|placed| placed.check(&schema))?;
        let mut rep_ok = vec![None; schema.types()];
        for (ty, predicate) in self.rep_ok {
            rep_ok[ty.index()] = Some(predicate);
        }
        for (copy, of) in &copies {
            rep_ok[copy.index()] = rep_ok[of.index()].clone();
        }
        let (contexts, wholes) = self.contexts.rules(&schema, &copies, &self.root_predicates.arguments)?;
        self.sharing.check(&schema)?;
        let numbering = self.sharing.is_used.then(|| NodeNumbering::new(&schema, &copies, wholes));
        let schema = match numbering {
            Some(numbering) => schema.with_numbering(numbering),
            None => schema,
        };
        let root_ok = self.root_predicates.root_ok(&schema, contexts.as_ref());
        Ok(Model {
            name: schema.ty(schema.root()).name.clone(),
            schema: Arc::new(schema),
            rep_ok,
            root_ok,
            conditions: Vec::new(),
            contexts,
        })
    }

    /// Whether a type's domains or predicates mention a parameter.
    pub(crate) fn mentions_param<T: DpGen>(mut self, param: &str) -> bool {
        T::define(&mut self, &FieldDomain::NONE, "");
        self.params.contains(param)
    }

    /// A parameter of the scope that no domain mentions.
    fn unused_param(&self) -> Option<&str> {
        let mut given = self.schema.scope()?.params().map(|(name, _)| name);
        given.find(|param| *param != "n" && !self.params.contains(*param))
    }

    /// A hint for a parameter that no domain mentions: the nearest known one, or all of them.
    fn suggestion(&self, param: &str) -> String {
        let known = || self.params.iter().map(String::as_str).chain(["n"]);
        let near = known().map(|known| (strsim::damerau_levenshtein(param, known), known)).min();
        match near {
            Some((distance, near)) if distance <= near.len().min(param.len()).div_ceil(3) => {
                format!("did you mean `{near}`?")
            }
            _ if self.params.is_empty() => "they mention none".to_owned(),
            _ => {
                let all: Vec<String> = self.params.iter().map(|known| format!("`{known}`")).collect();
                format!("they mention {}", all.join(", "))
            }
        }
    }

    /// Declares a type once; `constructors` runs at the first call.
    pub fn declare<T: 'static>(
        &mut self,
        name: &str,
        domain: &FieldDomain,
        shape: Shape,
        constructors: impl FnOnce(&mut Self, TypeIx),
    ) -> SlotKind {
        let (ty, new) = self.begin(TypeId::of::<T>(), name, domain, shape);
        if new {
            constructors(self, ty);
        }
        SlotKind::Recursive(ty)
    }

    /// The number of a type in the schema, and whether it is new there.
    fn begin(&mut self, ty: TypeId, name: &str, domain: &FieldDomain, shape: Shape) -> (TypeIx, bool) {
        self.schema.begin(TypeKey::Rust(ty, domain.key()), name, shape)
    }

    /// Declares parameters that predicates of this type ask for.
    pub fn params(&mut self, ty: &str, names: &[&str]) {
        for name in names {
            self.params.insert((*name).to_owned());
            self.schema.param(ty, name);
        }
    }

    /// Notes a tuple of domains that is none of so many.
    pub(crate) fn arity(&mut self, slot: &str, domain: &FieldDomain, parts: usize) {
        if !domain.parts.is_empty() && domain.parts.len() != parts {
            let why = format!("it has {parts} parts, and {} of them have domains", domain.parts.len());
            self.schema.error(SchemaError::BadDomain { slot: slot.to_owned(), why });
        }
    }

    /// Adds a constructor.
    pub fn constructor(
        &mut self,
        ty: TypeIx,
        name: &str,
        weight: Option<u32>,
        fields: impl FnOnce(&mut ConstructorFields<'_>),
    ) {
        let mut constructor = ConstructorFields::new(self, name);
        fields(&mut constructor);
        constructor.finish(ty, weight);
    }

    /// The slot kind of a finite choice.
    pub fn choice(&mut self, slot: &str, labels: &[&str]) -> SlotKind {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        self.schema.data(slot, Domain::Labels(labels))
    }

    /// A slot with this name, which is described by a type; `outer` names the field that it is a part of.
    pub(crate) fn slot<T: DpGen>(&mut self, name: &str, domain: &FieldDomain, outer: &str) -> Slot {
        Slot { name: name.to_owned(), kind: T::define(self, domain, outer) }
    }

    /// Sets a type's invariant.
    pub fn rep_ok<T, K>(&mut self, ty: TypeIx, predicate: impl IntoPredicate<T, K>) {
        self.rep_ok.push((ty, predicate.into_predicate()));
    }

    /// Sets an invariant that dpgen states itself, of the nodes of a collection `T`.
    pub(crate) fn chain_ok<T: 'static>(&mut self, ty: TypeIx, holds: fn(Handle) -> bool) {
        let key = AttrKey::Native(TypeId::of::<fn(T)>());
        self.rep_ok.push((ty, Predicate::Observed { key, conditions: Arc::new(holds) }));
    }

    /// Sets what a value of this type must meet where it is a whole.
    pub fn root_ok<T, K>(&mut self, ty: TypeIx, predicate: impl IntoPredicate<T, K>) {
        let name = std::any::type_name_of_val(&predicate);
        let root_ok = RootOk { predicate: predicate.into_predicate(), name };
        self.root_predicates.root_ok.insert(ty, root_ok);
    }

    /// Notes that an argument of a case is placed around the integers of the fields of this name in another argument.
    pub fn placed_around(&mut self, case: TypeIx, argument: &str, around: &str, field: &str) {
        let [argument, around, field] = [argument, around, field].map(str::to_owned);
        self.placed.push(PlacedArgument { case, argument, around, field });
    }

    /// Makes each field of this type a whole, as the arguments of a test and of a call in a sequence are.
    pub fn arguments(&mut self, ty: TypeIx) {
        self.root_predicates.arguments.insert(ty);
    }
}

/// The fields of a constructor that is being declared.
#[derive(Debug)]
pub struct ConstructorFields<'a> {
    pub(crate) definer: &'a mut Definer,
    constructor: String,
    pub(crate) slots: Vec<Slot>,
    /// The rules of its fields.
    pub(crate) rules: Vec<FieldRule>,
}

impl<'a> ConstructorFields<'a> {
    fn new(definer: &'a mut Definer, constructor: &str) -> Self {
        Self { definer, constructor: constructor.to_owned(), slots: Vec::new(), rules: Vec::new() }
    }

    /// Adds the constructor to its type.
    fn finish(self, ty: TypeIx, weight: Option<u32>) {
        let Definer { schema, contexts, .. } = self.definer;
        contexts.note_constructor((ty, schema.constructors_so_far(ty)), self.rules);
        schema.constructor(ty, &self.constructor, weight, self.slots);
    }

    pub(crate) fn slot_name(&self, name: &str) -> String {
        format!("{}.{name}", self.constructor)
    }

    /// A field, by what its attributes say and what defines its type.
    pub fn field(
        &mut self,
        name: &str,
        domain: &FieldDomain,
        define: impl FnOnce(&mut Definer, &FieldDomain, &str) -> SlotKind,
    ) {
        let kind = define(self.definer, domain, &self.slot_name(name));
        self.push(name, kind);
    }

    fn push(&mut self, name: &str, kind: SlotKind) {
        self.slots.push(Slot { name: name.to_owned(), kind });
    }

    /// The lengths from `start` to `end`, which is left out if the range is open.
    pub fn lengths(&mut self, field: &str, start: Integer, end: Integer, open: bool) -> Option<Lengths> {
        self.or_report(field, Lengths::new(start, end, open))
    }

    /// The integers of a range.
    pub fn range(&mut self, field: &str, start: Integer, end: Integer, open: bool) -> Domain {
        let range = self.or_report(field, Integer::range(start, end, open));
        range.unwrap_or_else(|| Domain::Ints(Vec::new()))
    }

    /// These integers.
    pub fn integers(&mut self, field: &str, values: &[Integer]) -> Domain {
        let listed = self.or_report(field, Integer::list(values));
        listed.unwrap_or_else(|| Domain::Ints(Vec::new()))
    }

    /// The integers of a range that an expression gives.
    pub fn range_of<R: IntegerRange>(
        &mut self,
        field: &str,
        text: &str,
        params: &[(&str, i64)],
        range: impl FnOnce() -> Result<R, Fault>,
    ) -> Domain {
        let ends = self.evaluated(field, text, params, range).map(IntegerRange::ends);
        ends.map_or_else(
            || Domain::Ints(Vec::new()),
            |(start, end, open)| self.range(field, start, end, open),
        )
    }

    /// The lengths of a range that an expression gives.
    pub fn lengths_of<R: IntegerRange>(
        &mut self,
        field: &str,
        text: &str,
        params: &[(&str, i64)],
        range: impl FnOnce() -> Result<R, Fault>,
    ) -> Option<Lengths> {
        let (start, end, open) = self.evaluated(field, text, params, range)?.ends();
        self.lengths(field, start, end, open)
    }

    /// The values of a list that an expression gives.
    pub fn list_of<L: IntoIterator<Item: DomainValue>>(
        &mut self,
        field: &str,
        text: &str,
        params: &[(&str, i64)],
        list: impl FnOnce() -> Result<L, Fault>,
    ) -> Domain {
        match self.evaluated(field, text, params, list) {
            Some(list) => self.listed(field, list.into_iter().collect()),
            None => Domain::Ints(Vec::new()),
        }
    }

    /// These values.
    pub fn listed<V: DomainValue>(&mut self, field: &str, values: Vec<V>) -> Domain {
        let listed = self.or_report(field, V::domain(values));
        listed.unwrap_or_else(|| Domain::Ints(Vec::new()))
    }

    /// The strings of these letters.
    pub fn strings(&mut self, field: &str, alphabet: &str, len: Option<Lengths>) -> Domain {
        let listed = len.and_then(|len| self.or_report(field, strings(alphabet, len)));
        listed.unwrap_or_else(|| Domain::Labels(Vec::new()))
    }

    /// Keeps what was made for a field, or notes why nothing was.
    fn or_report<T>(&mut self, field: &str, result: Result<T, String>) -> Option<T> {
        result.map_err(|why| self.report(field, why)).ok()
    }

    /// A parameter of the scope, for the domain of the named field.
    pub fn param(&mut self, field: &str, name: &str) -> i64 {
        let slot = self.slot_name(field);
        self.definer.params.insert(name.to_owned());
        self.definer.schema.param(&slot, name)
    }

    /// A number of the named field's domain, written as `text`, for these parameters.
    pub fn number(
        &mut self,
        field: &str,
        text: &str,
        params: &[(&str, i64)],
        value: impl FnOnce() -> Result<Integer, Fault>,
    ) -> Integer {
        self.evaluated(field, text, params, value).unwrap_or(Integer::ZERO)
    }

    /// What an expression of the named field's domain gives, written as `text`, for these parameters.
    fn evaluated<T>(
        &mut self,
        field: &str,
        text: &str,
        params: &[(&str, i64)],
        value: impl FnOnce() -> Result<T, Fault>,
    ) -> Option<T> {
        match value() {
            Ok(value) => Some(value),
            Err(fault) => {
                self.report_fault(field, text, params, fault);
                None
            }
        }
    }

    /// Notes why an expression of the named field's domain gives nothing.
    fn report_fault(&mut self, field: &str, text: &str, params: &[(&str, i64)], fault: Fault) {
        let given: Vec<String> = params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let given = if given.is_empty() { String::new() } else { format!(" for {}", given.join(", ")) };
        self.report(field, format!("`{text}` {fault}{given}"));
    }

    /// Notes why a field has no domain.
    fn report(&mut self, field: &str, why: String) {
        self.definer.schema.error(SchemaError::BadDomain { slot: self.slot_name(field), why });
    }
}
