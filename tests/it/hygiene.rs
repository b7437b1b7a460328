//! The derives' code depends on no name of the place where they stand.

#![no_implicit_prelude]
#![allow(missing_docs, dead_code, reason = "a test")]

/// Types named like everything that generated code might mention, and modules named like crates.
mod shadowed {
    pub mod core {}
    pub mod std {}
    pub mod dpgen {}

    pub struct Result;
    pub struct Some;
    pub struct Box;
    pub struct Domain;
    pub struct Layer;
    pub struct Choice;

    #[derive(::dpgen::DpGen, ::std::fmt::Debug)]
    pub enum Option {
        None,
        Some(Ref),
    }

    #[derive(::dpgen::DpGen, ::std::fmt::Debug)]
    pub struct Ref {
        words: Vec,
        fields: ::std::boxed::Box<Option>,
        definer: Vec,
    }

    #[derive(::dpgen::DpGen, ::std::fmt::Debug, ::std::clone::Clone)]
    pub struct Vec {
        #[dpgen(range = 0..=1)]
        layer: ::core::primitive::i64,
        #[dpgen(range = fields..=definer)]
        local: ::core::primitive::u8,
        #[dpgen(values = [value, words, ty])]
        reader: ::core::primitive::i64,
        field0: ::core::primitive::bool,
    }

    #[derive(::dpgen::DpGen, ::std::clone::Clone, ::std::marker::Copy, ::std::fmt::Debug)]
    pub enum Finite {
        Ok,
        Err,
    }

    #[derive(::dpgen::Observable)]
    pub enum Observable {
        None,
        Some { input: ::core::primitive::i64, output: Decoder },
    }

    #[derive(::dpgen::Observable)]
    pub struct Decoder(::core::primitive::bool, ::dpgen::Int);

    #[derive(::dpgen::Observable)]
    pub struct Encoder;
}

/// Primitive types and traits can be shadowed as well.
mod primitives {
    #![allow(non_camel_case_types, reason = "the names of primitive types")]

    pub struct i64;
    pub struct u32;
    pub struct str;
    pub trait Clone {}
    pub trait Copy {}
    pub trait From {}
    pub trait DpGen {}

    #[derive(::dpgen::DpGen, ::std::fmt::Debug)]
    #[dpgen(rep_ok = rep_ok, root_ok = root_ok, finish = finish)]
    pub enum Tree {
        Leaf,
        Node {
            left: ::std::boxed::Box<Tree>,
            #[dpgen(range = 1..=n)]
            key: ::core::primitive::i64,
            right: ::std::boxed::Box<Tree>,
        },
    }

    fn rep_ok(tree: TreeView) -> ::core::primitive::bool {
        match tree {
            TreeView::Leaf => true,
            TreeView::Node { key, .. } => key > 0,
        }
    }

    fn root_ok(_: &Tree) -> ::core::primitive::bool {
        true
    }

    fn finish(_: &mut Tree) {}
}

/// Raw identifiers, for the type and everything in it.
mod raw {
    #![allow(non_camel_case_types, reason = "keywords are in lower case")]

    #[derive(::dpgen::DpGen, ::std::fmt::Debug)]
    #[dpgen(rep_ok = r#match, view = r#trait)]
    pub enum r#enum {
        r#false,
        r#struct {
            #[dpgen(range = r#in..=r#type)]
            r#type: ::core::primitive::i64,
            r#fn: ::std::boxed::Box<r#enum>,
        },
    }

    #[derive(::dpgen::DpGen, ::std::fmt::Debug)]
    #[dpgen(weight = 0)]
    pub struct r#type {
        pub r#enum: r#enum,
        pub r#use: r#choice,
    }

    #[derive(::dpgen::DpGen, ::std::fmt::Debug, ::std::clone::Clone, ::std::marker::Copy)]
    pub enum r#choice {
        r#true,
        r#loop,
    }

    fn r#match(layer: r#trait) -> ::core::primitive::bool {
        match layer {
            r#trait::r#false => true,
            r#trait::r#struct { r#type, r#fn } => {
                r#type > 0 && ::core::matches!(r#fn.view(), r#trait::r#false)
            }
        }
    }

    fn view_of(layer: typeView) -> ::core::primitive::bool {
        layer.r#use == r#choice::r#loop
    }
}

/// A type inside of a function, whose local items the generated code has to find.
#[test]
fn types_inside_of_functions_work() {
    #[derive(::dpgen::DpGen, ::std::fmt::Debug)]
    #[dpgen(rep_ok = rep_ok)]
    enum Local {
        Nil,
        Cons(::std::boxed::Box<Local>),
    }

    fn rep_ok(local: LocalView) -> ::core::primitive::bool {
        match local {
            LocalView::Nil => true,
            LocalView::Cons(rest) => rest.get(rep_ok),
        }
    }

    let built = ::dpgen::Generator::<Local>::up_to(2).build();
    ::std::assert_eq!(
        built.map(|built| ::std::iter::Iterator::count(built.iter())).ok(),
        ::std::option::Option::Some(3)
    );
}

#[test]
fn raw_names_are_plain_in_the_schema() {
    let raw = ::dpgen::Generator::<raw::r#type>::up_to(1).param("in", 0).param("type", 2);
    let built = raw.build();
    ::std::assert_eq!(
        built.map(|built| ::std::iter::Iterator::count(built.iter())).ok(),
        ::std::option::Option::Some(2 * (1 + 2))
    );
}

#[test]
fn shadowing_names_are_built() {
    let names = ["fields", "definer", "value", "words", "ty"];
    let numbers = ::std::iter::Iterator::zip(::std::iter::IntoIterator::into_iter(names), [0, 1, 2, 3, 4]);
    let generator = ::std::iter::Iterator::fold(
        numbers,
        ::dpgen::Generator::<shadowed::Vec>::up_to(1),
        |generator, (name, value)| generator.param(name, value),
    );
    let count = generator.build().map(|built| ::std::iter::Iterator::count(built.iter()));
    ::std::assert_eq!(count.ok(), ::std::option::Option::Some(2 * 2 * 3 * 2));
}
