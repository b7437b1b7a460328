//! diffy: applying the patch from one text to another to the one gives the other.

use dpgen_field::texts;

texts!(Lines, Line: "a\n", "b\n", "\n", "c", "-\n", "@@ -1 +1 @@\n", "\r\n");

#[dpgen::test(max_size = 5)]
fn a_patch_makes_one_of_the_other(old: &Lines, new: &Lines) {
    let (old, new) = (old.text(), new.text());
    let patch = diffy::create_patch(&old, &new);
    assert_eq!(diffy::apply(&old, &patch).unwrap(), new);
    assert_eq!(diffy::apply(&new, &patch.reverse()).unwrap(), old);
    let written = patch.to_string();
    assert_eq!(diffy::Patch::from_str(&written).unwrap(), patch);
}

#[dpgen::test(max_size = 4)]
fn merging_one_change_gives_it(base: &Lines, changed: &Lines) {
    let (base, changed) = (base.text(), changed.text());
    assert_eq!(diffy::merge(&base, &changed, &base), Ok(changed.clone()));
    assert_eq!(diffy::merge(&base, &base, &changed), Ok(changed.clone()));
    assert_eq!(diffy::merge(&base, &changed, &changed), Ok(changed.clone()));
}
