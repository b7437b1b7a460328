//! The page of a hunt: bugs with how the program failed, then the structures that were kept of what it accepts.

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};

use dpgen_draw::escaped;

use crate::input::read_bounded::read_bounded;
use crate::terminal::number_format::grouped;

/// The most files of a kind that are shown, and the most bytes of one.
const MAX_FILES_SHOWN: usize = 200;
const MAX_FILE_BYTES: u64 = 64 << 10;
/// The end of the names of files that say how a program failed.
const FAILURE_END: &str = ".how.txt";

/// The body of the page of a folder.
///
/// # Errors
/// In words, when it can not be read.
pub fn hunt_page(folder: &Path) -> Result<String, String> {
    let bugs = kept_files(&folder.join("bugs")).unwrap_or_default();
    let kept = kept_files(folder)?;
    let mut html = format!("<section><h2>{} bugs</h2>", grouped(bugs.len()));
    for path in bugs.iter().take(MAX_FILES_SHOWN) {
        let how = text_of(&path.with_extension("how.txt")).unwrap_or_default();
        html += &file_section(path, &how);
    }
    let _ = write!(html, "</section><section><h2>{} kept of what it accepts</h2>", grouped(kept.len()));
    for path in kept.iter().take(MAX_FILES_SHOWN) {
        html += &file_section(path, "");
    }
    if kept.len().max(bugs.len()) > MAX_FILES_SHOWN {
        let _ = write!(html, "<p>The first {MAX_FILES_SHOWN} of each are shown.</p>");
    }
    Ok(html + "</section>")
}

/// The files of structures in a folder, in the order of their names.
fn kept_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("the folder {} can not be read: {error}", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() && !name.starts_with('.') && !name.ends_with(FAILURE_END) && name != "hunt.jsonl" {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn file_section(path: &Path, how: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let how = if how.is_empty() { String::new() } else { format!("<p>{}</p>", escaped(how.trim_end())) };
    let text = text_of(path).unwrap_or_else(|| "it can not be shown".to_owned());
    format!("<h3>{}</h3>{how}<pre>{}</pre>", escaped(&name), escaped(&text))
}

/// The text of a file that is not too large.
fn text_of(path: &Path) -> Option<String> {
    let bytes = read_bounded(File::open(path).ok()?, MAX_FILE_BYTES, "a file").ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
