//! The table of programs on strings: random strings, a local search, and the most that any string has.

use std::error::Error;
use std::time::Instant;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;

use crate::automaton::{Answer, together};
use crate::most::{Most, most};
use crate::search;
use crate::span::{LETTERS, LONGEST, Span};
use crate::work::{mean, on_threads};

/// Prints it; the part that fires on what is found after 200 evaluations.
pub fn table(programs: usize, is_checked: bool) -> Result<f64, Box<dyn Error>> {
    let all = Generator::<Vec<Span>>::up_to(10).build()?;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let drawn: Vec<Vec<Span>> = (0..programs)
        .filter_map(|number| all.sample(3 + u32::try_from(number % 8).unwrap_or(0), &mut rng))
        .collect();
    println!("{programs} programs of 3 to 10 spans, strings of at most {LONGEST} letters\n");
    println!("| random strings | spans that fire |\n|---|---|");
    for inputs in [1, 5, 10, 100] {
        let covered = mean(drawn.iter().map(|spans| {
            let texts: Vec<Vec<u8>> = (0..inputs).map(|_| search::random(&mut rng)).collect();
            search::fired(spans, &texts)
        }));
        println!("| {inputs} | {covered:.3} |");
    }
    println!("\n| one string | spans that fire |\n|---|---|");
    let mut found: Vec<f64> = Vec::new();
    let mut best = vec![0.0_f64; drawn.len()];
    for evaluations in [2000, 200] {
        found = drawn.iter().map(|spans| search::climb(spans, evaluations, &mut rng)).collect();
        best.iter_mut().zip(&found).for_each(|(best, found)| *best = best.max(*found));
        println!("| local search, {evaluations} evaluations | {:.3} |", mean(found.iter().copied()));
    }
    let begin = Instant::now();
    let known = on_threads(&drawn, |_, spans| Ok(most(spans)))?;
    let taken = begin.elapsed();
    let mut exact = Vec::new();
    for ((spans, Most { text, at_most, is_proved }), best) in drawn.iter().zip(&known).zip(best) {
        let (fired, bound) =
            (search::fired(spans, std::slice::from_ref(text)), search::part(*at_most, spans.len()));
        if best > bound || fired > bound || (*is_proved && fired < bound) {
            return Err(format!("{spans:?}: {at_most} fire at most, and on {text:?} others").into());
        }
        exact.push((fired, bound));
    }
    println!("| exactly, one evaluation | {:.3} |", mean(exact.iter().map(|(fired, _)| *fired)));
    println!("| no string has more than | {:.3} |", mean(exact.iter().map(|(_, bound)| *bound)));
    let proved = known.iter().filter(|most| most.is_proved).count();
    println!(
        "\nThe most that fire on one string is proved for {proved} of {} programs, in {taken:.1?}.\n",
        drawn.len()
    );
    if is_checked {
        check(drawn.iter().flatten().copied().collect())?;
    }
    Ok(mean(found.into_iter()))
}

/// Whether spans, and pairs, that no string is to have are on none of up to five letters.
fn check(spans: Vec<Span>) -> Result<(), Box<dyn Error>> {
    let mut never = 0;
    for some in spans.chunks(1).chain(spans.windows(2)) {
        let places = || some.iter().flat_map(|Span(from, to)| [from, to]);
        if together(some, usize::MAX) != Answer::Never {
            continue;
        }
        never += 1;
        let mut letters: Vec<u8> = places().flat_map(|place| place.pattern.example()).collect();
        letters.extend(&LETTERS[..3]);
        letters.sort_unstable();
        letters.dedup();
        let mut texts = vec![Vec::new()];
        for _ in 0..5 {
            let longer = |text: &Vec<u8>| {
                letters.iter().map(|letter| [text.as_slice(), &[*letter]].concat()).collect::<Vec<_>>()
            };
            texts = texts.iter().flat_map(longer).collect();
            if let Some(text) = texts.iter().find(|text| some.iter().all(|span| span.fires(text))) {
                return Err(format!("{some:?} fire on {text:?}").into());
            }
        }
    }
    println!("{never} spans and pairs that never fire together fire on no string of up to five letters\n");
    Ok(())
}
