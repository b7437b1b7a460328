//! `--odds`: draws that prefer some constructors, and what is refused.

use super::*;

/// Strings of zeros and ones.
const BITS: &str = r#"(
    name: "bits",
    root: "Bits",
    odds: {"ones": {"One": 3}},
    types: {"Bits": (constructors: {
        "End": (),
        "Zero": (fields: {"rest": Type("Bits")}),
        "One": (fields: {"rest": Type("Bits")}),
    })},
    render: {"End": "", "Zero": "0{{ rest }}", "One": "1{{ rest }}"},
)"#;

/// A folder with the spec, and the spec's path.
fn bits() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("bits.ron");
    fs::write(&path, BITS).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

/// Bounds are five standard deviations and more.
#[test]
fn structures_are_drawn_by_the_products_of_their_odds() {
    let (_folder, path) = bits();
    let drawn = |odds: &str| lines(&format!("sample {path} --size 2 --count 16000 --seed 3 --odds {odds}"));
    let texts = drawn("One=3");
    // Of (3 + 1)^2 = 16 parts, 11 has nine, 10 and 01 three each, and 00 one.
    for (text, parts) in [("11", 9), ("10", 3), ("01", 3), ("00", 1)] {
        let times = texts.iter().filter(|one| *one == text).count();
        assert!(times.abs_diff(parts * 1000) < 320, "{text}: {times} times");
    }
    assert_eq!(texts.len(), 16_000);
    // The same under the spec's name for them, and with the type; a later setting replaces an earlier one.
    assert_eq!(drawn("ones"), texts);
    assert_eq!(drawn("Bits.One=3"), texts);
    assert_eq!(drawn("Zero=9,ones,Zero=1"), texts);
    // Sizes share by their totals, 1, 4 and 16 of 21.
    let any = lines(&format!("sample {path} --max-size 2 --count 21000 --odds One=3"));
    for (len, parts) in [(0, 1), (1, 4), (2, 16)] {
        let times = any.iter().filter(|text| text.len() == len).count();
        assert!(times.abs_diff(parts * 1000) < 360, "{len}: {times} times");
    }
    dpgen(&format!("check {path} --max-size 2")).assert().stdout(contains("odds ones: Bits.One=3\n"));
}

#[test]
fn draws_say_their_odds_and_depend_on_the_seed() {
    let args = "sample web-page --size 9 --count 20 --seed 5 --odds even";
    let (out, said) = run(args, 0);
    assert_eq!(out.lines().count(), 20);
    let odds = "odds Declaration.BackfaceVisibility=3,Declaration.Perspective=3,Declaration.TransformOrigin=3,\
                Declaration.TransformStyle=3,Function.Function=3";
    assert!(said.starts_with(&format!("20 structures drawn by {odds} from ")), "{said}");
    assert!(said.ends_with(" structures of size 9, seed 5\n"), "{said}");
    assert_eq!(run(args, 0).0, out);
    assert_ne!(lines("sample web-page --size 9 --count 20 --seed 6 --odds even").join("\n") + "\n", out);
    // On any number of threads, by any engine's order; and odds of 1 draw as no odds do.
    assert_eq!(run(&format!("{args} --threads 1"), 0).0, out);
    let evenly = "sample avl-tree --size 7 --count 30 --seed 2";
    assert_eq!(lines(&format!("{evenly} --odds Node=1")), lines(evenly));
    let symbolic = "sample avl-tree --size 5 --count 3 --fields symbolic --odds Node=2";
    assert!(run(symbolic, 0).1.contains("drawn by odds Tree.Node=2 from 6 path conditions of size 5"));
}

#[test]
fn wrong_odds_are_told_before_anything_is_built() {
    for (args, wanted) in [
        ("sample --odds Nod=2", "there is no constructor `Nod`; did you mean `Node`?"),
        ("sample --odds Node=0", "the odds of `Node` are to be a whole number from 1 to 1000000, not `0`"),
        ("sample --odds Node=-2", "not `-2`"),
        ("sample --odds Node=1.5", "not `1.5`"),
        ("sample --odds Node=1000001", "not `1000001`"),
        ("sample --odds Node=99999999999999999999", "not `99999999999999999999`"),
        ("sample --odds Node=", "not ``"),
        ("sample web-page --odds Cons=2", "several types have a constructor `Cons`: say which of List("),
        ("sample web-page --odds evn", "has no odds `evn`; did you mean `even`?"),
        ("sample --odds even", "the spec red-black-tree has no odds `even`"),
        ("sample --odds Node=2 --method coin-toss", "leave out --method coin-toss"),
        ("sample --size 100000 --odds Nod=2", "there is no constructor `Nod`"),
    ] {
        let (out, said) = run(args, 2);
        assert!(out.is_empty() && said.contains(wanted), "{args}: {said}");
    }
}

#[cfg(all(unix, feature = "diff"))]
#[test]
fn cases_are_drawn_by_odds() {
    let compared = |flags: &str| {
        let output = dpgen("diff web-page --size 9 --commands cat")
            .arg("sed s/ZZ/Z/")
            .args(flags.split_whitespace())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = compared("--sample 50 --odds even");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("50 structures drawn ") && said.contains("odds Declaration.Backface"), "{said}");
    let (code, said) = compared("--odds even");
    assert!(code == Some(2) && said.contains("say how many with --sample"), "{said}");
    let (code, said) = compared("--sample 50 --odds Functoin=2");
    assert!(code == Some(2) && said.contains("did you mean `Function`?"), "{said}");
    // Nearly all draws are of one structure: the others are left out, and the run ends.
    let (_folder, path) = bits();
    let few = format!("diff {path} --size 2 --sample 4 --odds One=1000000 --commands cat true");
    let (_, said) = run(&few, 5);
    assert!(
        said.starts_with("1 structures drawn from 4 structures of size 2, seed 0, odds Bits.One=1000000"),
        "{said}"
    );
}
