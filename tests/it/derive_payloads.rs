//! Payloads: fields that nothing compares, numbered within each value.

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node {
        left: Box<Tree>,
        #[dpgen(payload)]
        value: String,
        #[dpgen(payload, values = [b'a', b'b'])]
        letter: u8,
        #[dpgen(payload, range = -1..=1)]
        turn: i8,
        right: Box<Tree>,
    },
}

#[test]
fn payloads_are_numbered_and_multiply_nothing() -> Result<(), BuildError> {
    let trees = Generator::<Tree>::up_to(5).build()?;
    let counts = (0..=5).map(|size| trees.count(size).to_usize());
    assert!(counts.eq([1, 1, 2, 5, 14, 42].map(Some)));
    for size in 0..=5 {
        let mut fresh = trees.iter_size(size);
        trees.for_each_size(size, |tree| assert_eq!(Some(tree), fresh.next().as_ref()));
    }
    for mut tree in trees.iter_size(2) {
        let Tree::Node { left, value, letter, turn, right } = &mut tree else { unreachable!() };
        // Those of the left part come first, three of them.
        let first = usize::from(**left != Tree::Leaf) * 3;
        assert_eq!(*value, first.to_string());
        assert_eq!((*letter, *turn), if first == 0 { (b'b', 1) } else { (b'a', 1) });
        let inner = if first == 0 { right } else { left };
        assert!(matches!(&**inner, Tree::Node { value, .. } if *value == (3 - first).to_string()));
        let rank = trees.rank_of(&tree);
        let Tree::Node { value, .. } = &mut tree else { unreachable!() };
        "another".clone_into(value);
        assert_eq!(trees.rank_of(&tree), rank);
        assert!(dpgen::is_valid(&tree));
    }
    Ok(())
}
