//! Damaged manifests and templates: read or refused with a message. `DPGEN_LONG=1` tries many more.

#[path = "../fuzz_bodies/cli.rs"]
mod bodies;
#[path = "../fuzz_bodies/mutate.rs"]
mod mutate;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

use super::*;
use mutate::{cases, damage, try_one};

/// Half of them keep a checksum that fits, so that what is inside has to be checked as well.
#[test]
fn damaged_manifests_are_refused_with_a_message() {
    const CHECKSUM: &str = ",\n  \"checksum\": ";
    let folder = folder();
    run(&format!("enumerate binary-tree --max-size 4 --out {}", folder.path().display()), 0);
    let whole = fs::read(folder.path().join("manifest.json")).expect("it is there");
    assert_eq!(bodies::manifest(&whole), Ok(()));
    let (body, seal) = text(&whole).rsplit_once(CHECKSUM).map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let sealed = |body: &[u8]| {
        let checksum = format!("\"{:08x}\"\n}}\n", crc32fast::hash(body));
        [body, CHECKSUM.as_bytes(), checksum.as_bytes()].concat()
    };
    assert_eq!(text(&sealed(body.as_bytes())), text(&whole), "a manifest is sealed like this: {seal}");
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for case in 0..cases() {
        let name = format!("case {case}");
        if case % 2 == 0 {
            let mut bytes = whole.clone();
            damage(&mut bytes, &mut rng);
            assert!(bytes == whole || try_one(&name, &bytes, bodies::manifest), "{name} is taken");
        } else {
            let mut bytes = body.as_bytes().to_vec();
            damage(&mut bytes, &mut rng);
            try_one(&name, &sealed(&bytes), bodies::manifest);
        }
    }
}

#[test]
fn damaged_templates_are_filled_in_or_refused_with_a_message() {
    const WHOLE: &str = "{{ size }}:{{ rank }} {% for item in value recursive %}{% if loop.first %}[{% endif %}\
                         {{ item|upper ~ loop.index * 2 }}{% endfor %} {% set x = text|length %}{{ x // 2 }} {{ key }}";
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for case in 0..cases() {
        let mut bytes = WHOLE.as_bytes().to_vec();
        damage(&mut bytes, &mut rng);
        try_one(&format!("case {case}"), &bytes, bodies::template);
    }
}
