//! Builds that are saved and taken up again.

use super::*;

#[test]
fn a_saved_build_stands_for_its_spec() {
    let folder = folder();
    let path = folder.path().join("trees.dpgen");
    let path = path.display();
    let (_, said) = run(&format!("build --max-size 5 --out {path}"), 0);
    assert!(said.starts_with("all 74 structures of sizes 0 to 5\nsaved to "), "{said}");
    let from = format!("--from {path}");
    let fresh = lines("enumerate --max-size 5 --keys");
    assert_eq!(lines(&format!("enumerate {from} --keys")), fresh);
    assert_eq!(run(&format!("count {from} --size 5"), 0).1, "all 8 structures of size 5\n");
    assert_eq!(run(&format!("sample {from} --seed 3"), 0).0, run("sample --max-size 5 --seed 3", 0).0);
    let (key, structure) = fresh[60].split_once('\t').expect("the key comes first");
    assert_eq!(run(&format!("show {key} {from}"), 0).0.trim_end(), structure);
    dpgen(&format!("count {from} --max-size 6")).assert().code(2).stderr(contains("--from"));
    dpgen(&format!("count {from} --size 6")).assert().code(2).stderr(contains("above the maximum size 5"));
    let left = fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(left, 1, "no unfinished file is left");
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder();
    let path = folder.path().join("trees.dpgen");
    run(&format!("build --max-size 2 --out {}", path.display()), 0);
    let whole = fs::read(&path).expect("it is there");
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&path, bytes).expect("it can be written");
        dpgen(&format!("count --from {}", path.display())).assert().code(2).stderr(contains(why.to_owned()));
    };
    refused(&whole[..whole.len() - 9], "damaged");
    refused(b"something else", "not a saved build");
    dpgen(&format!("build --out {}", folder.path().display()))
        .assert()
        .code(2)
        .stderr(contains("no name for a file"));
    dpgen(&format!("build --out {}/no/folder", folder.path().display())).assert().code(2);
}

#[test]
fn a_build_is_the_same_bytes_however_it_is_made() {
    let folder = folder();
    for build in [
        "red-black-tree --max-size 7",
        "red-black-tree --max-size 5 --fields symbolic",
        "sorted-list --max-size 6 --algorithm dp",
        "sorted-list --max-size 6 --algorithm lazy-dp",
        "sorted-list --max-size 6 --algorithm symbolazy-dp",
        "binary-heap --max-size 4 --algorithm top-down",
    ] {
        let files = [1, 2, 4, 1].map(|threads| {
            let path = folder.path().join("build.dpgen");
            run(&format!("build {build} --threads {threads} --out {}", path.display()), 0);
            fs::read(path).expect("it is there")
        });
        assert!(files.iter().all(|file| *file == files[0]), "{build}");
    }
}

#[test]
fn only_a_saved_build_is_replaced() {
    let folder = folder();
    let spec = folder.path().join("mine.ron");
    let text = fs::read_to_string("../../specs/binary-tree.ron").expect("it is there");
    fs::write(&spec, &text).expect("it can be written");
    let shown = spec.display();
    let (_, said) = run(&format!("build {shown} --max-size 2 --out {shown}"), 2);
    assert!(said.contains("is there, and is no saved build"), "{said}");
    assert_eq!(fs::read_to_string(&spec).expect("it is there"), text);
    let out = folder.path().join("mine.dpgen");
    run(&format!("build {shown} --max-size 2 --out {}", out.display()), 0);
    run(&format!("build {shown} --max-size 3 --out {}", out.display()), 0);
    assert_eq!(run(&format!("count --size 3 --from {}", out.display()), 0).1, "all 5 structures of size 3\n");
    assert_eq!(fs::read_dir(folder.path()).expect("it can be read").count(), 2);
}

#[cfg(unix)]
#[test]
fn only_plain_files_are_replaced() {
    let folder = folder();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "").expect("it can be written");
    std::os::unix::fs::symlink(&file, &link).expect("it can be made");
    run(&format!("build --max-size 3 -o {}", link.display()), 0);
    assert!(link.is_symlink() && fs::metadata(&file).is_ok_and(|file| file.len() > 100));
    let (_, said) = run("build --max-size 3 --out /dev/null", 2);
    assert_eq!(said, "error: /dev/null is no name for a file\n");
}
