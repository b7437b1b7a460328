//! The direction of dependencies inside the crate: a module names only modules below it, and files stay small.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the bottom to the top. Each may name those before it.
const LAYERS: [&str; 16] = [
    "index",
    "scope",
    "schema",
    "solver",
    "store",
    "run",
    "error",
    "view",
    "structures",
    "engine",
    "generator",
    "valid",
    "testing",
    "spec",
    "export",
    "cli",
];

/// What a module names from above it, and why that is right.
const EXCEPTIONS: [(&str, &str, &str); 2] = [
    ("error", "engine", "an error names the engine that can not do it"),
    ("structures", "engine", "a catalog says which engine built it and carries its report"),
];

/// These name no other module at all.
const INDEPENDENT: [&str; 3] = ["index", "scope", "solver"];

/// The longest that a file may be, in lines.
const LONGEST: usize = 400;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files below a directory.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The module of a file: the first part of its path below `src`.
fn module(file: &Path) -> String {
    let path = file.strip_prefix(root().join("src")).unwrap();
    let first = path.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// A file's code: without comments, and without the tests at its end.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    lines.filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The names that follow `prefix` in some code.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_');
    let mut names = BTreeSet::new();
    for (place, _) in code.match_indices(prefix) {
        let before = code[..place].chars().next_back();
        if before.is_some_and(|before| !ends(before) || before == '$') {
            continue;
        }
        let rest = &code[place + prefix.len()..];
        let group = rest.strip_prefix('{').map(|group| &group[..group.find("};").unwrap()]);
        // A group's own groups name what is in the same module.
        let mut depth = 0;
        for part in group.unwrap_or(rest).split_inclusive(',') {
            if depth == 0 {
                let part = part.trim_start();
                names.insert(part[..part.find(ends).unwrap_or(part.len())].to_owned());
            }
            depth += part.matches('{').count();
            depth = depth.saturating_sub(part.matches('}').count());
            if group.is_none() {
                break;
            }
        }
    }
    names.remove("");
    names
}

/// The module that each name re-exported by the façade comes from.
fn exported() -> BTreeMap<String, String> {
    let facade = code(&root().join("src/lib.rs"));
    let mut from = BTreeMap::new();
    for line in facade.split(';').filter_map(|line| line.trim().strip_prefix("pub use ")) {
        let (module, names) = line.split_once("::").unwrap();
        if module == "crate" {
            continue;
        }
        for name in names.trim_matches(['{', '}']).split(',').map(str::trim) {
            from.insert(name.to_owned(), module.to_owned());
        }
    }
    from
}

/// Which modules each module names, with the files that do.
fn dependencies() -> BTreeMap<(String, String), Vec<String>> {
    let exported = exported();
    let mut found: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for file in files(&root().join("src")) {
        let of = module(&file);
        let is_test = file.file_stem().is_some_and(|stem| stem == "tests");
        if is_test || ["lib", "main"].contains(&&*of) {
            continue;
        }
        let code = code(&file);
        for name in names_after(&code, "crate::").into_iter().chain(names_after(&code, "dpgen::")) {
            let named = exported.get(&name).cloned().unwrap_or(name);
            if named != of && named != "__private" {
                found.entry((of.clone(), named)).or_default().push(file.display().to_string());
            }
        }
    }
    found
}

fn layer(module: &str) -> usize {
    let place = LAYERS.iter().position(|known| *known == module);
    place.unwrap_or_else(|| panic!("`{module}` has no place among the layers"))
}

#[test]
fn every_module_has_a_layer_and_every_layer_a_module() {
    let modules: BTreeSet<String> = files(&root().join("src")).iter().map(|file| module(file)).collect();
    let known: BTreeSet<String> =
        LAYERS.iter().chain(&["lib", "main"]).map(|name| (*name).to_owned()).collect();
    assert_eq!(modules, known);
}

#[test]
fn modules_name_only_what_is_below_them() {
    for ((of, named), files) in dependencies() {
        let allowed = EXCEPTIONS.iter().any(|(from, to, _)| *from == of && *to == named);
        let upwards = layer(&named) > layer(&of);
        assert!(!upwards || allowed, "`{of}` is below `{named}`, and names it: {files:?}");
        assert!(upwards || !allowed, "`{of}` and `{named}` need no exception");
        assert!(!INDEPENDENT.contains(&&*of), "`{of}` names `{named}`: {files:?}");
    }
}

#[test]
fn the_exceptions_are_needed() {
    let found = dependencies();
    for (from, to, reason) in EXCEPTIONS {
        assert!(
            found.contains_key(&(from.to_owned(), to.to_owned())),
            "`{from}` does not name `{to}`: {reason}"
        );
    }
    // The reader of imports sees what is known to be there.
    assert!(found.contains_key(&("engine".to_owned(), "structures".to_owned())));
    assert!(found.contains_key(&("view".to_owned(), "run".to_owned())));
}

#[test]
fn files_are_small() {
    let sources = [files(&root().join("src")), files(&root().join("derive/src"))].concat();
    assert!(sources.len() > 50, "only {} files found", sources.len());
    let lines = |file: &PathBuf| fs::read_to_string(file).unwrap().lines().count();
    let long: Vec<_> =
        sources.iter().map(|file| (lines(file), file)).filter(|(lines, _)| *lines > LONGEST).collect();
    assert!(long.is_empty(), "over {LONGEST} lines: {long:?}");
}

#[test]
fn imports_are_read_as_they_are_written() {
    let code = "use crate::run::{self, A};\nuse crate::{Int, store::{B, C},\n    view::D, };\nfn f(x: &crate::Count) -> $crate::hidden::T { mycrate::no() }";
    let names: Vec<String> = names_after(code, "crate::").into_iter().collect();
    assert_eq!(names, ["Count", "Int", "run", "store", "view"]);
    let exported = exported();
    assert_eq!(exported["StopReason"], "scope");
    assert_eq!(exported["Catalog"], "structures");
}
