//! Tables of modules: one in a crate's documentation names each module that its file declares, one in a README each file of a
//! folder, and no other.

use std::collections::BTreeSet;
use std::path::Path;

use super::crates;
use super::modules::Crate;

/// The first line of a table in documentation, and of one in a README, up to the second column.
const MODULE_HEAD: &str = "//! | module |";
const FILE_HEAD: &str = "| file |";

/// READMEs with a table of the files of a folder: the README, the folder, and the file that the table leaves out, which has the
/// extension of the others.
const FILE_TABLES: [(&str, &str, &str); 2] = [
    ("crates/engine/src/predicate_run/README.md", "crates/engine/src/predicate_run", "mod.rs"),
    ("python/README.md", "python/python/pydpgen", "__init__.py"),
];

/// What the table after the first line with a head names in its first column, in backquotes and perhaps as links.
fn named<'a>(text: &'a str, head: &str) -> BTreeSet<&'a str> {
    let rows = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let cells = rows.map_while(|line| line.trim_start_matches("//! ").strip_prefix('|')?.split('|').next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

/// A line for a table that does not name all there is, or something else.
fn difference(table: &Path, named: &BTreeSet<&str>, all: &BTreeSet<&str>) -> Option<String> {
    let (missing, unknown) = (all - named, named - all);
    (!missing.is_empty() || !unknown.is_empty())
        .then(|| format!("{}: does not name {missing:?}; names {unknown:?}\n", table.display()))
}

#[test]
fn tables_of_modules_name_all() {
    let (mut tables, mut text) = (0, String::new());
    for source in crates() {
        for (file, declared) in Crate::read(&source).declared() {
            let content = std::fs::read_to_string(file).unwrap();
            if content.contains(MODULE_HEAD) {
                tables += 1;
                text.extend(difference(file, &named(&content, MODULE_HEAD), &declared));
            }
        }
    }
    assert!(tables >= 6, "{tables}");
    assert!(text.is_empty(), "{text}");
}

#[test]
fn tables_of_files_name_all() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (table, folder, left_out) in FILE_TABLES {
        let content = std::fs::read_to_string(top.join(table)).unwrap();
        let extension = Path::new(left_out).extension();
        let files: Vec<_> =
            std::fs::read_dir(top.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        let files = files.iter().filter(|file| file.extension() == extension);
        let mut names: BTreeSet<&str> = files.filter_map(|file| file.file_name()?.to_str()).collect();
        names.remove(left_out);
        let mut named = named(&content, FILE_HEAD);
        // A folder is named by its path.
        named.retain(|name| !name.ends_with('/'));
        assert_eq!(difference(Path::new(table), &named, &names), None);
    }
}
