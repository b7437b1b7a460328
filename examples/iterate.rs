//! How fast a built-in spec's structures of one size can be visited, as compact words.
//!
//! `cargo run --release --example iterate -- binary-search-tree 15`

use std::time::Instant;

use dpgen::engine::{Options, build};
use dpgen::{Count, Scope};
use dpgen_spec::Spec;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "binary-search-tree".to_owned());
    let size: u32 = args.next().map_or(Ok(12), |text| text.parse())?;
    let spec = Spec::builtin(&name).ok_or("no such built-in spec")?;
    let scope = Scope::new(size);
    let begin = Instant::now();
    let catalog = build(&Arc::new(spec.model(&scope)?), &scope, &Options::default())?;
    let built = begin.elapsed();
    let begin = Instant::now();
    let mut structures = catalog.iter_compact(size);
    let (mut visited, mut sum) = (0_u64, 0_u64);
    while let Some(words) = structures.next() {
        visited += 1;
        sum = words
            .iter()
            .rev()
            .take(4)
            .fold(sum, |sum, word| sum.wrapping_mul(31).wrapping_add(u64::from(*word)));
    }
    println!(
        "{name} {size}: built in {built:?}; {visited} visited in {:?} (checksum {sum})",
        begin.elapsed()
    );
    let begin = Instant::now();
    let middle = catalog.count(size).div_rem(&Count::new(2)).0;
    let found = catalog.nth_compact(size, &middle)?.map_or(0, |words| words.len());
    println!("rank {middle}: {found} words in {:?}", begin.elapsed());
    Ok(())
}
