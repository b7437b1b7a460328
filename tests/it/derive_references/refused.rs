//! References that are refused, structures without a number, and nodes that can not be listed.

use dpgen::prelude::*;
use dpgen::{Link, Nodes};

use super::State;

/// What a field can refer to is said when the schema is made, as far as the compiler does not say it.
#[test]
fn fields_that_can_refer_to_nothing() {
    fn message<T: DpGen>(max_size: u32) -> String {
        Generator::<T>::up_to(max_size).build().map(|_| ()).unwrap_err().to_string()
    }
    #[derive(DpGen)]
    struct Elsewhere(#[dpgen(refers_to = State)] usize);
    assert_eq!(
        message::<Elsewhere>(2),
        "`Elsewhere.0`: it refers to `State`, and no part of `Elsewhere` is one"
    );

    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct Light(bool);
    #[derive(DpGen)]
    struct Dark(Light, #[dpgen(refers_to = Light)] usize);
    assert_eq!(
        message::<Dark>(2),
        "`Dark.1`: it refers to `Light`, of which nothing weighs something: give what is to be a node a `weight`"
    );

    #[derive(DpGen)]
    struct Around(Vec<Around>, #[dpgen(refers_to = "Vec<Around>")] usize);
    assert!(message::<Around>(2).contains("it refers to `Vec<Around>`, which holds nodes and is none"));

    #[derive(DpGen)]
    struct Choices(bool, Link<bool>);
    assert_eq!(message::<Choices>(2), "`Met.0`: it refers to plain values, which are no nodes");

    #[derive(DpGen)]
    struct Narrow(#[dpgen(refers_to = Narrow)] i8, Option<Box<Narrow>>);
    assert!(
        message::<Narrow>(200)
            .contains("there can be 200 nodes, whose numbers go from 0 to 199, and 199 is no i8")
    );
    assert!(Generator::<Narrow>::up_to(4).build().is_ok());

    #[derive(DpGen)]
    struct Twin(Option<Box<(Twin, bool)>>, #[dpgen(refers_to = Twin)] usize);
    assert!(
        message::<(Twin, bool)>(3)
            .contains("`(Twin, bool)` is a whole, in which nodes are numbered from 0, and a part here")
    );
    assert!(Generator::<Twin>::up_to(3).build().is_ok());
}

/// A type without references has no numbers.
#[test]
fn numbers_of_what_is_no_node() {
    #[derive(DpGen)]
    #[dpgen(rep_ok = is_first)]
    struct Plain(Option<Box<Plain>>);
    fn is_first(plain: Ref<Plain>) -> bool {
        plain.number() == 0
    }
    let error = Generator::<Plain>::up_to(2).build().map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("so that its values have no numbers"), "{error}");
}

/// Nodes that a walk can not lend, or that stand in no order, are refused and not left out.
#[test]
fn nodes_that_have_no_place() {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, HashMap};
    use std::panic::catch_unwind;

    #[derive(DpGen, Debug, PartialEq)]
    struct Leaf(#[dpgen(refers_to = Leaf)] usize);
    let within = |walk: &(dyn Fn() -> usize + std::panic::RefUnwindSafe)| catch_unwind(walk).ok();
    let sorted = BTreeMap::from([(true, Leaf(1)), (false, Leaf(0))]);
    assert_eq!(Nodes::<Leaf>::within(&sorted).iter().map(|leaf| leaf.0).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(within(&|| Nodes::<Leaf>::within(&HashMap::from([(true, Leaf(0))])).len()), None);
    assert_eq!(within(&|| Nodes::<Leaf>::within(&HashMap::from([(true, false)])).len()), Some(0));
    assert_eq!(within(&|| Nodes::<Leaf>::within(&RefCell::new(Leaf(0))).len()), None);
    assert_eq!(within(&|| Nodes::<Leaf>::within(&RefCell::new(true)).len()), Some(0));
    let shared = (vec![Leaf(0)], [Some(Leaf(1)), None], std::rc::Rc::new(Leaf(2)), Ok::<_, bool>(Leaf(3)));
    assert_eq!(Nodes::<Leaf>::within(&shared).iter().map(|leaf| leaf.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
}
