//! A description as text, for messages.

use std::fmt::Write;

use super::description::{
    Allowed, Answer, Compare, Ctor, Description, Domain, Num, Rule, Slot, Style, Test, Words,
};

/// The text: each type with its constructors, `f0`, `f1`, ... for slots and `c` for the context.
pub fn of(description: &Description) -> String {
    let mut text = format!("maximum size {}, words modulo {}", description.max_size, description.modulus);
    if description.types[0].has_context {
        write!(text, ", the root's context {:?}", description.root_context).unwrap();
    }
    match description.style {
        Style::Layer => {}
        Style::PartsFirst => text.push_str(", rep_ok asks parts first"),
        Style::PartsLast => text.push_str(", rep_ok asks parts last"),
    }
    text.push('\n');
    for (number, ty) in description.types.iter().enumerate() {
        let context = if ty.has_context { "with" } else { "without" };
        writeln!(text, "type T{number}, {context} contexts").unwrap();
        for (place, attribute) in ty.attributes.iter().enumerate() {
            let answer = match attribute.answer {
                Answer::Word => "a word",
                Answer::Int => "an integer",
                Answer::Both => "a word and an integer",
            };
            writeln!(text, "  attribute a{place} answers {answer}").unwrap();
        }
        for (place, def) in ty.ctors.iter().enumerate() {
            write!(text, "  C{place}, weight {}: ({})", def.weight, slots(def)).unwrap();
            for (attribute, def) in ty.attributes.iter().enumerate() {
                write!(text, "; a{attribute} = {}", num(&def.bodies[place])).unwrap();
            }
            text.push('\n');
            for condition in &def.rep_ok {
                writeln!(text, "    rep_ok {}", test(condition)).unwrap();
            }
        }
    }
    for (ctor, condition) in &description.root_ok {
        writeln!(text, "root_ok of C{ctor}: {}", test(condition)).unwrap();
    }
    text
}

fn slots(ctor: &Ctor) -> String {
    let slot = |(place, slot): (usize, &Slot)| match slot {
        Slot::Data { domain, narrow } => {
            let domain = match domain {
                Domain::Range(lo, hi) => format!("{lo}..={hi}"),
                Domain::Ints(values) => format!("{values:?}"),
                Domain::Bool => "bool".to_owned(),
            };
            let narrow = narrow.as_ref().map(|rule| said(rule, " only ", &allowed(&rule.result)));
            format!("f{place}: {domain}{}", narrow.unwrap_or_default())
        }
        Slot::Part { ty, give } => {
            let give = give.as_ref().map(|rule| said(rule, " given ", &words(&rule.result)));
            format!("f{place}: T{ty}{}", give.unwrap_or_default())
        }
    };
    ctor.slots.iter().enumerate().map(slot).collect::<Vec<_>>().join(", ")
}

fn said<R>(rule: &Rule<R>, verb: &str, result: &str) -> String {
    format!("{verb}{result}{}", if rule.from_left { " (from the left)" } else { "" })
}

fn words(words_: &Words) -> String {
    match words_ {
        Words::Whole => "c".to_owned(),
        Words::These(nums) => format!("[{}]", nums.iter().map(num).collect::<Vec<_>>().join(", ")),
        Words::Append(more) => format!("c + [{}]", num(more)),
        Words::Drop => "c without its last".to_owned(),
        Words::If(condition, a, b) => format!("({} ? {} : {})", test(condition), words(a), words(b)),
    }
}

fn allowed(of: &Allowed) -> String {
    match of {
        Allowed::Between(lo, hi) => format!("{}..={}", num(lo), num(hi)),
        Allowed::InContext => "what is in c".to_owned(),
        Allowed::Except(value) => format!("!= {}", num(value)),
        Allowed::If(condition, a, b) => format!("({} ? {} : {})", test(condition), allowed(a), allowed(b)),
    }
}

fn num(of: &Num) -> String {
    match of {
        Num::Const(value) => value.to_string(),
        Num::Word(place) => format!("c[{place}]"),
        Num::WordCount => "len(c)".to_owned(),
        Num::Data(slot) => format!("f{slot}"),
        Num::Ask(slot, attribute) => format!("f{slot}.a{attribute}"),
        Num::Inner { slot, ctor, data } => format!("(f{slot} as C{ctor}).f{data}"),
        Num::Add(a, b) => format!("({} + {})", num(a), num(b)),
        Num::Sub(a, b) => format!("({} - {})", num(a), num(b)),
        Num::Min(a, b) => format!("min({}, {})", num(a), num(b)),
        Num::Max(a, b) => format!("max({}, {})", num(a), num(b)),
        Num::Modulo(a, modulus) => format!("({} mod {modulus})", num(a)),
        Num::If(condition, a, b) => format!("({} ? {} : {})", test(condition), num(a), num(b)),
    }
}

fn test(of: &Test) -> String {
    match of {
        Test::Compare(op, a, b) => {
            let op = match op {
                Compare::Eq => "==",
                Compare::Ne => "!=",
                Compare::Lt => "<",
                Compare::Le => "<=",
            };
            format!("{} {op} {}", num(a), num(b))
        }
        Test::Is(slot, ctor) => format!("f{slot} is C{ctor}"),
        Test::IsWord(a) => format!("{} in c", num(a)),
        Test::Not(a) => format!("!({})", test(a)),
        Test::And(a, b) => format!("({} && {})", test(a), test(b)),
        Test::Or(a, b) => format!("({} || {})", test(a), test(b)),
    }
}
