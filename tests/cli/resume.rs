//! Folders that are found again: what is missing or changed, manifests that are damaged or of another dpgen, and
//! two processes at once.

use super::*;
use std::process::{Child, Command as Process, Stdio};

/// A folder with all binary trees up to size 4, and the command that made it.
fn trees() -> (TempDir, String) {
    let folder = folder();
    let command = format!("enumerate binary-tree --max-size 4 --out {}", folder.path().display());
    run(&command, 0);
    (folder, command)
}

#[test]
fn what_is_missing_or_different_is_written_again_and_said() {
    let (folder, command) = trees();
    let whole = files(folder.path());
    let file = |name: &str| folder.path().join(name);
    let (_, said) = run(&command, 0);
    assert_eq!(said, "all 23 structures of sizes 0 to 4 (23 of them written before)\n");
    fs::remove_file(file("binary-tree-s2-r1.txt")).expect("it is there");
    fs::write(file("binary-tree-s3-r0.txt"), "").expect("it can be written");
    let text = fs::read_to_string(file("binary-tree-s4-r13.txt")).expect("it is there");
    fs::write(file("binary-tree-s4-r13.txt"), text.replace('.', "!")).expect("it can be written");
    let again = "files were missing or different and have been written again";
    let before = "all 23 structures of sizes 0 to 4 (23 of them written before)";
    let (_, said) = run(&command, 0);
    assert_eq!(said, format!("{before}\n3 {again}\n"));
    assert_eq!(files(folder.path()), whole);
    fs::remove_file(file("binary-tree-s0-r0.txt")).expect("it is there");
    let (_, said) = run(&command, 0);
    assert_eq!(said, format!("{before}\n1 file was missing or different and has been written again\n"));
    assert_eq!(files(folder.path()), whole);
}

#[test]
fn every_damaged_byte_of_a_manifest_is_noticed() {
    let (folder, _) = trees();
    let path = folder.path().join("manifest.json");
    let (whole, before) = (fs::read(&path).expect("it is there"), files(folder.path()));
    let out = folder.path().display().to_string();
    for place in (0..whole.len()).step_by(11) {
        let mut bytes = whole.clone();
        // Flips a bit: a letter becomes another, a digit another digit, a brace something else.
        bytes[place] ^= 1 << (place % 7);
        fs::write(&path, &bytes).expect("it can be written");
        let wanted = contains("manifest.json that dpgen can not continue from");
        dpgen(&format!("enumerate binary-tree --max-size 4 --out {out}")).assert().code(2).stderr(wanted);
        assert_eq!(fs::read(&path).expect("it is there"), bytes, "the manifest stays as it was");
    }
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("it can be written");
        let wanted = contains("it is damaged").and(contains("are untouched"));
        dpgen(&format!("enumerate binary-tree --max-size 4 --out {out}")).assert().code(2).stderr(wanted);
    }
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_manifest_of_another_dpgen_or_order_is_refused() {
    let (folder, command) = trees();
    let path = folder.path().join("manifest.json");
    let whole = fs::read_to_string(&path).expect("it is there");
    let refused = |from: &str, to: &str, why: &str| {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "the manifest has {from}");
        fs::write(&path, text).expect("it can be written");
        dpgen(&command).assert().code(2).stderr(contains(why.to_owned()).and(contains("--out")));
    };
    let version = env!("CARGO_PKG_VERSION");
    refused(
        &format!("\"dpgen\": \"{version}\""),
        "\"dpgen\": \"0.0.1\"",
        "finish the folder with dpgen 0.0.1",
    );
    refused("\"order\": \"order 2\"", "\"order\": \"order 1\"", "in another order (order 1)");
    refused("\"version\": 2", "\"version\": 3", "wrote it");
}

/// A process that writes to this folder for long, once it has begun.
fn writer(out: &Path) -> Child {
    let args = ["enumerate", "sorted-list", "--size", "12", "--format", "json", "--out"];
    let mut child = Process::new(env!("CARGO_BIN_EXE_dpgen"))
        .args(args)
        .arg(out)
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    while !out.join("manifest.json").exists() && child.try_wait().expect("it can be asked").is_none() {
        std::thread::yield_now();
    }
    child
}

#[test]
fn one_process_at_a_time_writes_to_a_folder() {
    let folder = folder();
    let mut child = writer(folder.path());
    let command = format!("enumerate binary-tree --max-size 4 --out {}", folder.path().display());
    let (_, said) = run(&command, 2);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let wanted = format!("error: another dpgen (process {}) is writing to the folder ", child.id());
    assert!(said.starts_with(&wanted), "{said}");
    // The lock has ended with the process: now the folder is read, and is one of another run.
    assert!(run(&command, 2).1.contains("holds structures of another run"));
}

#[test]
fn what_killed_runs_left_is_removed() {
    let (folder, command) = trees();
    let before = files(folder.path());
    for name in [".dpgen-abc123.unfinished", ".dpgen-.unfinished"] {
        fs::write(folder.path().join(name), "half").expect("it can be written");
    }
    run(&command, 0);
    assert_eq!(files(folder.path()), before);
    let out = folder.path().join("trees.dpgen");
    let left = folder.path().join(".trees.dpgen.abc123.unfinished");
    fs::write(&left, "half").expect("it can be written");
    run(&format!("build --max-size 2 --out {}", out.display()), 0);
    assert!(out.exists() && !left.exists());
}

#[test]
fn keys_in_templates_belong_to_what_a_folder_is_made_of() {
    let folder = folder();
    let mut with = dpgen("enumerate binary-tree --max-size 2 --template");
    with.args(["{{ key }}", "--keys", "--out"]).arg(folder.path()).assert().code(0);
    let mut without = dpgen("enumerate binary-tree --max-size 2 --template");
    let wanted = contains("keys was true and is false");
    without.args(["{{ key }}", "--out"]).arg(folder.path()).assert().code(2).stderr(wanted);
}
