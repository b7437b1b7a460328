//! ARCHITECTURE.md says of each dependency why it is there: it names all that the manifests of the library, the command line and
//! their tests name.

use std::collections::BTreeSet;
use std::path::Path;

/// The dependencies that a manifest names, those of tests among them, but for crates of this repository.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let mut is_table = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if let Some(table) = line.strip_prefix('[') {
            is_table = table.ends_with("dependencies]") && !table.starts_with("workspace");
        } else if is_table && line.starts_with(|first: char| first.is_ascii_alphabetic()) {
            found.extend(line.split([' ', '.', '=']).next().filter(|name| !name.starts_with("dpgen")));
        }
    }
    found
}

#[test]
fn each_dependency_has_its_reason() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let reasons = read(&top.join("ARCHITECTURE.md"));
    let crates = std::fs::read_dir(top.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<_> =
        [top.to_owned(), top.join("derive"), top.join("tests/macros")].into_iter().chain(crates).collect();
    assert!(folders.len() > 10, "{folders:?}");
    let mut missing = String::new();
    for folder in folders {
        let manifest = read(&folder.join("Cargo.toml"));
        let dependencies = dependencies(&manifest);
        assert!(!dependencies.is_empty(), "{}", folder.display());
        for name in dependencies.into_iter().filter(|name| !reasons.contains(&format!("`{name}`"))) {
            missing += &format!("{}: {name}\n", folder.display());
        }
    }
    assert!(missing.is_empty(), "no reason in ARCHITECTURE.md:\n{missing}");
}
