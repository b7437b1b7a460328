//! Comparisons of builds held against enumeration: both builds are written out as texts, and the texts compared.

use std::collections::BTreeSet;

use dpgen::schema::debug_text;
use dpgen::{Budget, Catalog, Count};

use super::flat_words::words;

/// What a comparison of two builds gets wrong, in words; otherwise whether they differ.
pub fn against_enumeration(old: &Catalog, new: &Catalog) -> Result<bool, String> {
    let comparison = old.compare(new, &Budget::default()).map_err(|error| error.to_string())?;
    let complete = old.complete_sizes().min(new.complete_sizes());
    assert_eq!((comparison.stop, comparison.sizes.len()), (None, usize::try_from(complete).unwrap()));
    let mut differs = false;
    for (size, found) in (0..complete).zip(&comparison.sizes) {
        let texts = |catalog: &Catalog| -> Vec<String> {
            words(catalog, size).iter().map(|words| debug_text(catalog.schema(), words)).collect()
        };
        let (of_old, of_new) = (texts(old), texts(new));
        let sets = [&of_old, &of_new].map(|texts| texts.iter().collect::<BTreeSet<_>>());
        let [gained, lost] = [(&of_new, &sets[0]), (&of_old, &sets[1])]
            .map(|(texts, other)| texts.iter().filter(|text| !other.contains(text)).collect::<Vec<_>>());
        differs |= !gained.is_empty() || !lost.is_empty();
        let counts = (found.size, found.gained(), found.lost(), &found.old, &found.new);
        let expected = (size, Count::from(gained.len()), Count::from(lost.len()));
        let all = (&Count::from(of_old.len()), &Count::from(of_new.len()));
        if counts != (expected.0, expected.1, expected.2, all.0, all.1) {
            return Err(format!(
                "size {size}: {found:?}, and enumeration gained {gained:?} and lost {lost:?}"
            ));
        }
        let budget = Budget::default();
        let firsts = [comparison.first_gained(size, &budget), comparison.first_lost(size, &budget)];
        let [first_gained, first_lost] = firsts.map(|first| first.expect("there is no limit"));
        for (name, first, catalog, texts) in
            [("gained", first_gained, new, gained), ("lost", first_lost, old, lost)]
        {
            let first = first.as_ref().map(|words| debug_text(catalog.schema(), words));
            if first.as_ref() != texts.first().copied() {
                return Err(format!(
                    "size {size}: the first {name} is {first:?}, and should be {:?}",
                    texts.first()
                ));
            }
        }
    }
    if comparison.differs() != differs {
        return Err(format!("differs is {}", comparison.differs()));
    }
    Ok(differs)
}
