//! One structure as RON, by its schema: from compact words to text ([`to_ron`](writer::to_ron)) and back
//! ([`from_ron`](parser::from_ron)).
//!
//! The text outlives the schema that it was written by: a name or a value that a later schema does not have is an error
//! that says which. So it is what to keep of a structure whose rank may soon mean another one. Read `notation.rs` (names
//! and values), `writer.rs`, `lexer.rs`, then `parser.rs`.

pub(crate) mod lexer;
pub mod notation;
pub(crate) mod parser;
pub(crate) mod ron_error;
pub(crate) mod writer;

#[cfg(test)]
mod tests {
    use super::parser::from_ron;
    use super::writer::to_ron;
    use crate::index::TypeIx;
    use crate::schema::Schema;
    use crate::schema::builder::SchemaBuilder;
    use crate::schema::domain::Domain;
    use crate::schema::type_draft::TypeKey;
    use crate::schema::types::{Slot, SlotKind};
    use crate::schema::value_notation::Shape;
    use crate::scope::Scope;

    fn named(name: &str) -> TypeKey {
        TypeKey::Named(name.to_owned())
    }

    fn slot(name: &str, kind: SlotKind) -> Slot {
        Slot { name: name.to_owned(), kind }
    }

    /// `struct Case { tree: Tree, words: [Word] }`, `enum Tree { Leaf, Node(Tree, 1..=3, "a b" | "c\"") }`.
    fn schema() -> Schema {
        let mut builder = SchemaBuilder::new(Scope::new(3));
        let (case, _) = builder.begin(named("Case"), "Case", Shape::Plain);
        let (tree, _) = builder.begin(named("Tree"), "Tree", Shape::Plain);
        let (list, _) = builder.begin(named("List"), "List", Shape::List);
        let (maybe, _) = builder.begin(named("Maybe"), "Maybe", Shape::Option);
        let numbers = builder.data("number", Domain::from(-1..=3));
        let labels = builder.data("label", Domain::Labels(vec!["a b".to_owned(), "c\"\n".to_owned()]));
        let bits = builder.data("bit", Domain::Bool);
        let rec = |ty: TypeIx| SlotKind::Recursive(ty);
        builder.constructor(case, "Case", Some(0), vec![slot("tree", rec(tree)), slot("list", rec(list))]);
        builder.constructor(tree, "Leaf", None, Vec::new());
        let fields = vec![slot("0", rec(tree)), slot("1", numbers), slot("2", labels)];
        builder.constructor(tree, "Node", None, fields);
        builder.constructor(list, "Nil", None, Vec::new());
        builder.constructor(list, "Cons", Some(1), vec![slot("0", rec(maybe)), slot("1", rec(list))]);
        builder.constructor(maybe, "None", None, Vec::new());
        builder.constructor(maybe, "Some", Some(0), vec![slot("0", bits)]);
        builder.finish(rec(case), "Case").expect("the schema is sound")
    }

    /// The case of a tree with two nodes, and a list of two.
    const WORDS: [u32; 14] = [0, 2, 2, 1, 4, 1, 0, 0, 4, 5, 4, 6, 1, 3];
    const TEXT: &str = r#"(tree: Node(Node(Leaf, 3, "c\"\n"), -1, "a b"), list: [None, Some(true)])"#;

    #[test]
    fn a_structure_is_written_and_read() {
        let schema = schema();
        assert_eq!(to_ron(&schema, &WORDS), TEXT);
        assert_eq!(from_ron(&schema, TEXT).as_deref(), Ok(&WORDS[..]));
        let spaced = "Case( tree :Leaf , // nothing\n list: [ ], )";
        assert_eq!(from_ron(&schema, spaced).as_deref(), Ok(&[0, 1, 3][..]));
    }

    #[test]
    fn what_does_not_fit_says_where() {
        let said = |text: &str| match from_ron(&schema(), text) {
            Ok(words) => panic!("{text} is {words:?}"),
            Err(misfit) => misfit.to_string(),
        };
        assert_eq!(said("(tree: Twig, list: [])"), "`Tree` has no constructor `Twig`");
        assert_eq!(said("(root: Leaf, list: [])"), "`Case` has the field `tree` where `root` stands");
        assert_eq!(
            said(r#"(tree: Node(Leaf, 4, "a b"), list: [])"#),
            "4 is not among the values of `Node.1`"
        );
        assert_eq!(
            said(r#"(tree: Node(Leaf, 3, "b"), list: [])"#),
            r#""b" is not among the values of `Node.2`"#
        );
        assert_eq!(said("(tree: Leaf, list: [])]"), "`]` stands where the end was expected");
        assert_eq!(said("(tree: Leaf, list: ["), "the end stands where `None` or `Some` was expected");
        assert_eq!(said("(tree: Node(Leaf), list: [])"), "`)` stands where `,` was expected");
        assert_eq!(said("(tree: Leaf, list: [], more: 1)"), "`more` stands where `)` was expected");
        assert_eq!(said(r#"(tree: "Leaf"#), "a string does not end");
    }

    /// `enum List { Nil, Cons { first: a List met before, next: List } }`.
    fn schema_with_references() -> Schema {
        let mut builder = SchemaBuilder::new(Scope::new(3));
        let (list, _) = builder.begin(named("List"), "List", Shape::Plain);
        let first = builder.data("Cons.first", Domain::Nodes { of: list, len: 3 });
        builder.constructor(list, "Nil", None, Vec::new());
        let slots = vec![slot("first", first), slot("next", SlotKind::Recursive(list))];
        builder.constructor(list, "Cons", None, slots);
        builder.finish(SlotKind::Recursive(list), "List").expect("the schema is sound")
    }

    #[test]
    fn references_are_strings() {
        let schema = schema_with_references();
        let (words, text) = ([1, 0, 1, 1, 0], r##"Cons(first: "#0", next: Cons(first: "#1", next: Nil))"##);
        assert_eq!(to_ron(&schema, &words), text);
        for written in [text, &text.replace('"', ""), &text.replace('"', "'")] {
            assert_eq!(from_ron(&schema, written).as_deref(), Ok(&words[..]), "{written}");
        }
    }

    #[test]
    fn references_to_what_was_not_met_are_refused() {
        let said = |first: &str, second: &str| {
            let text = format!("Cons(first: {first}, next: Cons(first: {second}, next: Nil))");
            from_ron(&schema_with_references(), &text).map_err(|misfit| misfit.to_string())
        };
        let later = "`Cons.first` refers to #1, but of type `List`, only #0 stands before it";
        assert_eq!(said("\"#1\"", "\"#0\""), Err(later.to_owned()));
        for far in ["#2", "#99", "#4294967295", "#99999999999999999999"] {
            let only = "of type `List`, only #0 to #1 stand before it";
            let refused = format!("`Cons.first` refers to {far}, but {only}");
            assert_eq!(said("\"#0\"", &format!("{far:?}")), Err(refused));
        }
        let form = "where `Cons.first` refers to the number of a `List` that stands before it, as in \"#0\"";
        for (found, shown) in [
            ("\"#\"", "\"#\""),
            ("#", "`#`"),
            ("0", "`0`"),
            ("\"0\"", "\"0\""),
            ("\"#-1\"", "\"#-1\""),
            ("\"#+0\"", "\"#+0\""),
            ("\"# 0\"", "\"# 0\""),
            ("\"##0\"", "\"##0\""),
            ("(", "`(`"),
        ] {
            assert_eq!(said("#0", found), Err(format!("{shown} stands {form}")), "{found}");
        }
    }

    #[test]
    fn every_beginning_of_a_text_is_refused() {
        let schema = schema();
        for end in 0..TEXT.len() {
            assert!(from_ron(&schema, &TEXT[..end]).is_err(), "{}", &TEXT[..end]);
        }
    }

    #[test]
    fn a_deep_structure_is_no_deep_call() {
        let schema = schema();
        let mut words = vec![0];
        words.extend([2].repeat(200_000));
        words.push(1);
        words.extend([0, 0].repeat(200_000));
        words.push(3);
        assert_eq!(from_ron(&schema, &to_ron(&schema, &words)), Ok(words));
    }
}
