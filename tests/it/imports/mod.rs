//! Imports between the files of each crate form no circle. (Cargo refuses circles of crates.)
//!
//! An *import* leads from a file to the file that defines the name, through re-exports (`modules.rs` resolves paths as the
//! compiler does). A re-export (`pub use`) is no import, and modules of tests are left out. The message of a failure lists all
//! circles, with the names.
//!
//! `module_tables.rs` holds tables of modules against what is declared.

mod module_tables;
mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use modules::Crate;

/// The imports by file: the files that it imports from, and the names.
type Imports = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

/// The folders with the sources of a crate.
fn crates() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![top.join("src"), top.join("derive/src"), top.join("python/src")];
    for parent in ["crates", "research"] {
        let folders = std::fs::read_dir(top.join(parent)).into_iter().flatten().flatten();
        found.extend(folders.map(|folder| folder.path().join("src")));
    }
    found.retain(|source| source.join("lib.rs").is_file());
    found.sort();
    found
}

/// The sets of files of which each imports each of the others, directly or through others of the set.
fn circles(imports: &Imports) -> Vec<BTreeSet<&Path>> {
    let reached = |from: &Path| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(file) = open.pop() {
            for next in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(next.as_path()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reaches: BTreeMap<&Path, _> = imports.keys().map(|file| (file.as_path(), reached(file))).collect();
    let circles = reaches.iter().filter(|(file, reached)| reached.contains(*file)).map(|(file, reached)| {
        let back = |other: &&&Path| reaches.get(**other).is_some_and(|reached| reached.contains(file));
        reached.iter().filter(back).copied().collect::<BTreeSet<_>>()
    });
    circles.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn imports_form_no_circle() {
    let crates = crates();
    assert!(crates.len() > 10, "{crates:?}");
    let mut text = String::new();
    for source in &crates {
        let imports = Crate::read(source).imports();
        assert!(!imports.is_empty() || std::fs::read_dir(source).unwrap().count() < 3, "{source:?}");
        for circle in circles(&imports) {
            text += &format!("a circle of {} files in {}:\n", circle.len(), source.display());
            for file in &circle {
                for (other, names) in
                    imports[*file].iter().filter(|(other, _)| circle.contains(other.as_path()))
                {
                    text += &format!("  {} takes {names:?} from {}\n", file.display(), other.display());
                }
            }
        }
    }
    assert!(text.is_empty(), "{text}");
}
