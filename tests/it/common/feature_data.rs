//! Kinds of data: integer types, tuples, arrays, nested structs, unit enums, strings and characters.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

/// A list of records that weigh 2 each, linked by `Option<Box<_>>`; values never fall along the list.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = sums_up, weight = 2)]
pub struct Record {
    #[dpgen(values = [-3, 0, 1, 300])]
    value: i16,
    #[dpgen(range = -2..=1)]
    pair: (i8, i64),
    #[dpgen(range = 1..=2)]
    times: u32,
    next: Option<Box<Record>>,
}

fn sums_up(record: RecordView) -> bool {
    let (small, large) = record.pair.view();
    let next = record.next.view().map(|next| next.get(value));
    small + large == record.value * record.times.value() && next.is_none_or(|next| record.value <= next)
}

fn value(record: RecordView) -> Int {
    record.value
}

pub const RECORDS: Case<Record> = Case::new("records", any_record, valid_record, place_record).sizes(5, 6);

fn any_record(from: &mut Odometer) -> Option<Record> {
    from.take(2)?;
    let value = from.of(&[-3_i16, 0, 1, 300])?;
    let pair = (i8::try_from(from.int(-2, 1)?).unwrap(), from.int(-2, 1)?);
    let times = u32::try_from(from.int(1, 2)?).unwrap();
    let next = if from.pick(2)? == 0 { None } else { Some(Box::new(any_record(from)?)) };
    Some(Record { value, pair, times, next })
}

fn records(record: &Record) -> Vec<&Record> {
    std::iter::successors(Some(record), |record| record.next.as_deref()).collect()
}

fn valid_record(record: &Record) -> bool {
    let records = records(record);
    let product = |record: &Record| i64::from(record.value) * i64::from(record.times);
    records.iter().all(|record| i64::from(record.pair.0) + record.pair.1 == product(record))
        && records.is_sorted_by_key(|record| record.value)
}

fn place_record(record: &Record) -> Vec<u32> {
    let size = 2 * u32::try_from(records(record).len()).unwrap();
    vec![size, 0, 0, size - 2]
}

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    Clubs,
    Hearts,
    Spades,
}

/// Two suits and a rank: a struct within structs, itself without a predicate.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(weight = 0)]
pub struct Card {
    suits: [Suit; 2],
    #[dpgen(values = [7, 9])]
    rank: u64,
    trump: bool,
}

/// A stack of cards: ranks do not rise, a trump has two equal suits, no card repeats the first suit of the next.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_stacked)]
pub enum Deck {
    Empty,
    Top { card: Card, below: Box<Deck> },
}

fn is_stacked(deck: DeckView) -> bool {
    let DeckView::Top { card, below } = deck else { return true };
    let card = card.view();
    let [first, second] = card.suits.view();
    let below = below.view();
    let fits = match below {
        DeckView::Empty => true,
        DeckView::Top { card: next, .. } => {
            let next = next.view();
            let [other, _] = next.suits.view();
            next.rank <= card.rank && other != first
        }
    };
    fits && (!card.trump || first == second)
}

pub const DECKS: Case<Deck> = Case::new("decks", any_deck, valid_deck, place_deck).sizes(2, 2);

fn any_deck(from: &mut Odometer) -> Option<Deck> {
    if !from.more(1)? {
        return Some(Deck::Empty);
    }
    let suits = [Suit::Clubs, Suit::Hearts, Suit::Spades];
    let suits = [from.of(&suits)?, from.of(&suits)?];
    let card = Card { suits, rank: from.of(&[7, 9])?, trump: from.of(&[false, true])? };
    Some(Deck::Top { card, below: Box::new(any_deck(from)?) })
}

fn cards(mut deck: &Deck) -> Vec<&Card> {
    let mut cards = Vec::new();
    while let Deck::Top { card, below } = deck {
        cards.push(card);
        deck = below;
    }
    cards
}

fn valid_deck(deck: &Deck) -> bool {
    let cards = cards(deck);
    cards.windows(2).all(|pair| pair[0].rank >= pair[1].rank && pair[0].suits[0] != pair[1].suits[0])
        && cards.iter().all(|card| !card.trump || card.suits[0] == card.suits[1])
}

fn place_deck(deck: &Deck) -> Vec<u32> {
    let len = u32::try_from(cards(deck).len()).unwrap();
    if len == 0 { vec![0, 0] } else { vec![len, 1, 0, len - 1] }
}

/// Terms over the functions f (one argument) and g (two) and two variables: mutually recursive with their
/// arguments. No argument of `g` is a call of `g`, and its first is not `y`.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = has_arity)]
pub enum Term {
    Var(#[dpgen(values = ['x', 'y'])] char),
    Call {
        #[dpgen(values = ["f", "g", "unused"])]
        name: String,
        arguments: Arguments,
    },
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arguments {
    End,
    #[dpgen(weight = 0)]
    More(Box<Term>, Box<Arguments>),
}

fn has_arity(term: TermView) -> bool {
    let TermView::Call { name, arguments } = term else { return true };
    let count = arguments.get(count);
    if name == "f" {
        return count == 1;
    }
    let ArgumentsView::More(first, _) = arguments.view() else { return false };
    name == "g"
        && count == 2
        && !arguments.get(functions).contains(&"g".to_owned())
        && first.get(variable) != Some('y')
}

fn count(arguments: ArgumentsView) -> usize {
    if let ArgumentsView::More(_, rest) = arguments { rest.get(count) + 1 } else { 0 }
}

/// The names that the arguments call, not those within them.
fn functions(arguments: ArgumentsView) -> Vec<String> {
    let ArgumentsView::More(first, rest) = arguments else { return Vec::new() };
    let first = first.get(function).into_iter().collect();
    [first, rest.get(functions)].concat()
}

fn function(term: TermView) -> Option<String> {
    if let TermView::Call { name, .. } = term { Some(name.value()) } else { None }
}

fn variable(term: TermView) -> Option<char> {
    if let TermView::Var(name) = term { Some(name.value()) } else { None }
}

pub const TERMS: Case<Term> = Case::new("terms", any_term, valid_term, place_term).sizes(4, 5);

fn any_term(from: &mut Odometer) -> Option<Term> {
    from.take(1)?;
    if from.pick(2)? == 0 {
        return Some(Term::Var(from.of(&['x', 'y'])?));
    }
    let name = from.of(&["f", "g", "unused"])?.to_owned();
    Some(Term::Call { name, arguments: any_arguments(from)? })
}

fn any_arguments(from: &mut Odometer) -> Option<Arguments> {
    if from.pick(2)? == 0 {
        return Some(Arguments::End);
    }
    Some(Arguments::More(Box::new(any_term(from)?), Box::new(any_arguments(from)?)))
}

fn list(mut arguments: &Arguments) -> Vec<&Term> {
    let mut list = Vec::new();
    while let Arguments::More(first, rest) = arguments {
        list.push(&**first);
        arguments = rest;
    }
    list
}

fn valid_term(term: &Term) -> bool {
    let Term::Call { name, arguments } = term else { return true };
    let list = list(arguments);
    let here = match (&**name, &*list) {
        ("f", [_]) => true,
        ("g", [first, second]) => {
            let is_g = |term: &Term| matches!(term, Term::Call { name, .. } if name == "g");
            !is_g(first) && !is_g(second) && **first != Term::Var('y')
        }
        _ => false,
    };
    here && list.into_iter().all(valid_term)
}

fn symbols(term: &Term) -> u32 {
    match term {
        Term::Var(_) => 1,
        Term::Call { arguments, .. } => list(arguments).into_iter().map(symbols).sum::<u32>() + 1,
    }
}

fn place_term(term: &Term) -> Vec<u32> {
    let size = symbols(term);
    if let Term::Var(_) = term { vec![size, 0] } else { vec![size, 1, size - 1] }
}
