//! A description as a model of the engines: the same trees, evaluated on the handles and integers of a run.

use std::sync::Arc;

use dpgen::{Model, Scope};
use dpgen_engine::predicate_run::{
    self, AllowedValues, AttrKey, ContextRules, Encoder, Handle, Int, Layer, Predicate, SlotHandle, SlotRule,
};
use dpgen_forest::index::{TypeIx, shown};
use dpgen_forest::schema::{self, Schema, SchemaBuilder, Shape, SlotKind, TypeKey};

use super::description::{
    Allowed, Answer, Attribute, Compare, Description, Domain, MAX_WORDS, Num, Rule, Slot, Style, Test, Words,
};

/// The model, and its scope.
pub fn of(description: &Arc<Description>) -> (Model, Scope) {
    let scope = Scope::new(description.max_size);
    let schema = schema(description, &scope);
    let contexts = rules(description, &schema);
    let rep_ok = (0..description.types.len()).map(|ty| rep_ok(description, ty)).collect();
    let root_ok = (!description.root_ok.is_empty()).then(|| root_ok(description));
    let model = Model {
        name: "random".to_owned(),
        schema: Arc::new(schema),
        rep_ok,
        root_ok,
        conditions: Vec::new(),
        contexts: (!contexts.is_empty()).then(|| Arc::new(contexts)),
    };
    (model, scope)
}

fn schema(description: &Description, scope: &Scope) -> Schema {
    let mut builder = SchemaBuilder::new(scope.clone());
    let begin = |ty| builder.begin(TypeKey::Named(format!("{ty}")), format!("T{ty}"), Shape::Plain).0;
    let types: Vec<TypeIx> = (0..description.types.len()).map(begin).collect();
    for (ty, def) in types.iter().zip(&description.types) {
        for (number, ctor) in def.ctors.iter().enumerate() {
            let slot = |(place, slot): (usize, &Slot)| {
                let name = format!("f{place}");
                let kind = match slot {
                    Slot::Part { ty, .. } => SlotKind::Recursive(types[*ty]),
                    Slot::Data { domain, .. } => builder.data(&name, domain_of(domain)),
                };
                schema::Slot { name, kind }
            };
            let slots = ctor.slots.iter().enumerate().map(slot).collect();
            builder.constructor(*ty, &format!("C{number}"), Some(ctor.weight), slots);
        }
    }
    builder.finish(SlotKind::Recursive(types[0]), "T0").unwrap()
}

fn domain_of(domain: &Domain) -> schema::Domain {
    match domain {
        Domain::Range(lo, hi) => schema::Domain::Range { lo: *lo, hi: *hi },
        Domain::Ints(values) => schema::Domain::ints(values.clone()),
        Domain::Bool => schema::Domain::Bool,
    }
}

fn rules(description: &Arc<Description>, schema: &Schema) -> ContextRules {
    let mut rules = ContextRules::new(schema.types(), schema.all_constructors().len());
    rules.set_root(description.root_context.clone());
    for (number, def) in description.types.iter().enumerate() {
        let ty = TypeIx::from_word(shown(number));
        if def.has_context {
            rules.add_type(ty);
        }
        for (ctor, def) in schema.constructors_of(ty).zip(&def.ctors) {
            for (slot, def) in def.slots.iter().enumerate() {
                let rule = match def {
                    Slot::Data { narrow: Some(rule), .. } => {
                        SlotRule::Narrow(rule_of(description, number, rule, |at, rule| at.allowed(rule)))
                    }
                    Slot::Part { give: Some(rule), .. } => {
                        SlotRule::Give(rule_of(description, number, rule, |at, rule| at.words(rule)))
                    }
                    _ => continue,
                };
                rules.add_rule(ctor, slot, rule);
            }
        }
    }
    rules
}

/// A rule, computed from the context alone or also from the fields to the left.
fn rule_of<R: Clone + Send + Sync + 'static, T: 'static>(
    description: &Arc<Description>,
    ty: usize,
    rule: &Rule<R>,
    compute: fn(&At<'_>, &R) -> T,
) -> predicate_run::Rule<T> {
    let (description, result) = (description.clone(), rule.result.clone());
    if rule.from_left {
        predicate_run::Rule::FromLeft(Arc::new(move |words, handle| {
            let layer = predicate_run::view(handle);
            compute(&At { description: &description, ty, words, layer: Some(&layer) }, &result)
        }))
    } else {
        predicate_run::Rule::FromContext(Arc::new(move |words| {
            compute(&At { description: &description, ty, words, layer: None }, &result)
        }))
    }
}

/// The key of a function of a type: 0 is `rep_ok`, 1 is `root_ok`, attributes are numbered from 2.
fn key(ty: usize, number: usize) -> AttrKey {
    AttrKey::Spec(shown(ty), shown(number))
}

fn observed(key: AttrKey, test: impl Fn(Handle) -> bool + Send + Sync + 'static) -> Predicate {
    Predicate::Observed { key, conditions: Arc::new(test) }
}

fn rep_ok(description: &Arc<Description>, ty: usize) -> Option<Predicate> {
    let is_trivial = description.types[ty].ctors.iter().all(|ctor| ctor.rep_ok.is_empty());
    if description.style == Style::Layer && is_trivial {
        return None;
    }
    let inner = description.clone();
    Some(observed(key(ty, 0), move |handle| is_valid(&inner, ty, handle)))
}

fn is_valid(description: &Arc<Description>, ty: usize, handle: Handle) -> bool {
    at(description, ty, handle, |at| {
        let parts = |style| description.style != style || at.parts_are_valid();
        parts(Style::PartsFirst)
            && description.types[ty].ctors[at.ctor()].rep_ok.iter().all(|test| at.test(test))
            && parts(Style::PartsLast)
    })
}

fn root_ok(description: &Arc<Description>) -> Predicate {
    let inner = description.clone();
    observed(key(0, 1), move |handle| {
        at(&inner, 0, handle, |at| {
            inner.root_ok.iter().all(|(ctor, test)| *ctor != at.ctor() || at.test(test))
        })
    })
}

fn at<R>(description: &Arc<Description>, ty: usize, handle: Handle, work: impl FnOnce(&At<'_>) -> R) -> R {
    let layer = predicate_run::view(handle);
    // A context is asked for where there can be one, as it may be what an answer depends on.
    let words = description.types[ty].has_context.then(|| predicate_run::context(handle));
    work(&At { description, ty, words: words.as_deref().unwrap_or(&[]), layer: Some(&layer) })
}

/// A layer under evaluation; a rule that reads the context alone has none.
struct At<'a> {
    description: &'a Arc<Description>,
    ty: usize,
    words: &'a [i64],
    layer: Option<&'a Layer>,
}

impl At<'_> {
    fn layer(&self) -> &Layer {
        self.layer.unwrap_or_else(|| panic!("a rule that reads the context alone reads a field"))
    }

    fn ctor(&self) -> usize {
        usize::try_from(self.layer().local).unwrap()
    }

    fn data(&self, slot: usize) -> Int {
        let SlotHandle::Data(int, _) = self.layer().slot(slot) else { panic!("slot {slot} holds a part") };
        int
    }

    /// The part in a slot, and its type.
    fn part(&self, slot: usize) -> (Handle, usize) {
        let SlotHandle::Node(part) = self.layer().slot(slot) else { panic!("slot {slot} holds data") };
        let def = &self.description.types[self.ty].ctors[self.ctor()].slots[slot];
        (part, def.part().unwrap())
    }

    fn parts_are_valid(&self) -> bool {
        let slots = &self.description.types[self.ty].ctors[self.ctor()].slots;
        let mut parts = (0..slots.len()).filter(|slot| slots[*slot].part().is_some());
        parts.all(|slot| {
            let (part, ty) = self.part(slot);
            let make = || {
                let description = self.description.clone();
                let eval =
                    move |handle, out: &mut Encoder| out.word(i64::from(is_valid(&description, ty, handle)));
                let name = "rep_ok".to_owned();
                predicate_run::Attribute { key: key(ty, 0), name, eval: Box::new(eval) }
            };
            let evaluate = |out: &mut Encoder| (make().eval)(part, out);
            predicate_run::ask(part, key(ty, 0), make, evaluate, |words, _| words[0] == 1)
        })
    }

    fn ask(&self, slot: usize, attribute: usize) -> Int {
        let (part, ty) = self.part(slot);
        let key = key(ty, attribute + 2);
        let make = || {
            let description = self.description.clone();
            let eval = move |handle, out: &mut Encoder| {
                at(&description, ty, handle, |at| at.encode(attribute, out));
            };
            predicate_run::Attribute { key, name: format!("a{attribute}"), eval: Box::new(eval) }
        };
        let decode =
            |words: &[i64], ints: &[Int]| ints.first().copied().unwrap_or_else(|| Int::constant(words[0]));
        predicate_run::ask(part, key, make, |out: &mut Encoder| (make().eval)(part, out), decode)
    }

    fn encode(&self, attribute: usize, out: &mut Encoder) {
        let Attribute { answer, bodies } = &self.description.types[self.ty].attributes[attribute];
        let num = self.num(&bodies[self.ctor()]);
        match answer {
            Answer::Word => out.word(num.value()),
            Answer::Int => out.int(num),
            Answer::Both => {
                out.word(i64::from(num > 0));
                out.int(num);
            }
        }
    }

    fn words(&self, words: &Words) -> Vec<i64> {
        let word = |num: &Num| self.num(num).value().rem_euclid(self.description.modulus);
        match words {
            Words::Whole => self.words.to_vec(),
            Words::These(nums) => nums.iter().map(word).collect(),
            Words::Append(num) => {
                let more = (self.words.len() < MAX_WORDS).then(|| word(num));
                self.words.iter().copied().chain(more).collect()
            }
            Words::Drop => self.words[..self.words.len().saturating_sub(1)].to_vec(),
            Words::If(test, a, b) => self.words(if self.test(test) { a } else { b }),
        }
    }

    fn allowed(&self, allowed: &Allowed) -> AllowedValues {
        match allowed {
            Allowed::Between(lo, hi) => {
                let (lo, hi) = (self.num(lo).value(), self.num(hi).value());
                if lo <= hi { [(lo, hi)].into_iter().collect() } else { AllowedValues::new() }
            }
            Allowed::InContext => {
                let mut words = self.words.to_vec();
                words.sort_unstable();
                words.dedup();
                words.into_iter().map(|word| (word, word)).collect()
            }
            Allowed::Except(num) => {
                let value = self.num(num).value();
                [(i64::MIN, value - 1), (value + 1, i64::MAX)].into_iter().collect()
            }
            Allowed::If(test, a, b) => self.allowed(if self.test(test) { a } else { b }),
        }
    }

    fn num(&self, num: &Num) -> Int {
        match num {
            Num::Const(value) => (*value).into(),
            Num::Word(place) => self.words.get(*place).copied().unwrap_or(0).into(),
            Num::WordCount => i64::try_from(self.words.len()).unwrap().into(),
            Num::Data(slot) => self.data(*slot),
            Num::Ask(slot, attribute) => self.ask(*slot, *attribute),
            Num::Inner { slot, ctor, data } => {
                let layer = predicate_run::view(self.part(*slot).0);
                if usize::try_from(layer.local) != Ok(*ctor) {
                    return 0.into();
                }
                let SlotHandle::Data(int, _) = layer.slot(*data) else { panic!("slot {data} holds a part") };
                int
            }
            Num::Add(a, b) => self.num(a) + self.num(b),
            Num::Sub(a, b) => self.num(a) - self.num(b),
            Num::Min(a, b) => self.num(a).min(self.num(b)),
            Num::Max(a, b) => self.num(a).max(self.num(b)),
            Num::Modulo(a, modulus) => self.num(a).value().rem_euclid(*modulus).into(),
            Num::If(test, a, b) => self.num(if self.test(test) { a } else { b }),
        }
    }

    fn test(&self, test: &Test) -> bool {
        match test {
            Test::Compare(op, a, b) => {
                let (a, b) = (self.num(a), self.num(b));
                match op {
                    Compare::Eq => a == b,
                    Compare::Ne => a != b,
                    Compare::Lt => a < b,
                    Compare::Le => a <= b,
                }
            }
            Test::Is(slot, ctor) => {
                let (part, _) = self.part(*slot);
                usize::try_from(predicate_run::view(part).local) == Ok(*ctor)
            }
            Test::IsWord(num) => {
                let num = self.num(num);
                self.words.iter().any(|word| num == *word)
            }
            Test::Not(a) => !self.test(a),
            Test::And(a, b) => self.test(a) && self.test(b),
            Test::Or(a, b) => self.test(a) || self.test(b),
        }
    }
}
