//! [`Key`]: the table of all keys of `#[dpgen(...)]` and of all options of `#[dpgen::test(...)]`.
//!
//! A row says where a key belongs, which form it has, and an example. `entries.rs` reads by this table and words its messages by it, so that
//! each key in a wrong place or form is told its right one; a test tries every key in every place and form.

/// Where a key belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    Type,
    Enum,
    /// A variant, or a struct, which has one constructor.
    Constructor,
    /// A variant, or a type, of whose constructors it is then said.
    ConstructorOrType,
    VariantOrField,
    /// A field of a type, or an argument of a test.
    Field,
    Argument,
    /// A test of a function, of a state machine, or either.
    Test,
    Machine,
    AnyTest,
}

/// Where attributes stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Enum,
    Variant,
    Field,
    /// Before an argument of a test.
    Argument,
    /// In `#[dpgen::test(...)]` above a function.
    Test,
    /// The same above an `impl StateMachineTest`.
    Machine,
}

impl Home {
    /// Whether its keys may stand there.
    pub(crate) fn has(self, place: Place) -> bool {
        match place {
            Place::Struct => matches!(self, Self::Type | Self::Constructor | Self::ConstructorOrType),
            Place::Enum => matches!(self, Self::Type | Self::Enum | Self::ConstructorOrType),
            Place::Variant => {
                matches!(self, Self::Constructor | Self::ConstructorOrType | Self::VariantOrField)
            }
            Place::Field => matches!(self, Self::Field | Self::VariantOrField),
            Place::Argument => matches!(self, Self::Field | Self::VariantOrField | Self::Argument),
            Place::Test => matches!(self, Self::Test | Self::AnyTest),
            Place::Machine => matches!(self, Self::Machine | Self::AnyTest),
        }
    }

    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Type => "the type",
            Self::Enum => "an enum",
            Self::Constructor => "a variant or a struct",
            Self::ConstructorOrType => "a variant or a type",
            Self::VariantOrField => "a variant or a field",
            Self::Field => "a field",
            Self::Argument => "an argument of a test",
            Self::Test => "a test of a function",
            Self::Machine => "a test of a state machine",
            Self::AnyTest => "a test",
        }
    }
}

/// What may follow a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `skip`
    Alone,
    /// `weight = 2`
    Value,
    /// `default` or `default = path`
    AloneOrValue,
    /// `param(keys = 3)`
    List,
}

/// Which types have a key: mirrors of types of other crates, or others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Types {
    All,
    Mirrors,
    NoMirrors,
}

/// A row of the table.
struct Row {
    name: &'static str,
    home: Home,
    types: Types,
    form: Form,
    /// The value.
    example: &'static str,
}

macro_rules! keys {
    ($($key:ident: $name:literal, $home:ident, $types:ident, $form:ident, $example:literal;)*) => {
        /// A key.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Key {
            $($key),*
        }

        impl Key {
            pub(crate) const ALL: &[Self] = &[$(Self::$key),*];

            fn row(self) -> Row {
                let (name, home, types, form, example) = match self {
                    $(Self::$key => ($name, Home::$home, Types::$types, Form::$form, $example),)*
                };
                Row { name, home, types, form, example }
            }
        }
    };
}

keys! {
    RepOk: "rep_ok", Type, All, Value, "is_valid";
    RootOk: "root_ok", Type, All, Value, "is_valid";
    Params: "params", Type, All, Value, "[limit]";
    View: "view", Type, All, Value, "TreeLayer";
    Finish: "finish", Type, NoMirrors, Value, "set_parents";
    Crate: "crate", Type, All, Value, "\"path::to::dpgen\"";
    Remote: "remote", Type, All, Value, "\"other::Type\"";
    Partial: "partial", Enum, Mirrors, Alone, "";
    New: "new", Constructor, Mirrors, Value, "\"other::Type::new\"";
    Context: "context", Type, All, Value, "Scope";
    Root: "root", Type, All, Value, "Scope::new";
    Then: "then", Type, All, Value, "|scope, item| scope.with(item)";
    Weight: "weight", ConstructorOrType, All, Value, "2";
    Range: "range", Field, All, Value, "1..=n";
    Values: "values", Field, All, Value, "[1, 2, 3]";
    Alphabet: "alphabet", Field, All, Value, "\"ab\"";
    Len: "len", Field, All, Value, "0..=3";
    RefersTo: "refers_to", Field, All, Value, "Node";
    LinksTo: "links_to", Field, All, Value, "Node";
    Arena: "arena", Field, All, Alone, "";
    Give: "give", Field, All, Value, "|scope| scope.inner()";
    With: "with", Field, All, Value, "\"Mirror\"";
    Skip: "skip", VariantOrField, All, Alone, "";
    Get: "get", Field, Mirrors, Value, "\"other::Type::field\"";
    Default: "default", Field, All, AloneOrValue, "\"path\"";
    Payload: "payload", Field, All, Alone, "";
    Recursive: "recursive", Field, All, Alone, "";
    Around: "around", Argument, All, Value, "tree";
    MaxSize: "max_size", Test, All, Value, "5";
    MinSize: "min_size", Test, All, Value, "2";
    Size: "size", Test, All, Value, "5";
    N: "n", Test, All, Value, "size";
    Param: "param", AnyTest, All, List, "keys = 3";
    Algorithm: "algorithm", Test, All, Value, "\"lazy-dp\"";
    Fields: "fields", Test, All, Value, "symbolic";
    Threads: "threads", Test, All, Value, "1";
    Limit: "limit", AnyTest, All, Value, "100_000";
    Time: "time", Test, All, Value, "\"2s\"";
    CaseTime: "case_time", AnyTest, All, Value, "\"5s\"";
    Sample: "sample", Test, All, Value, "1000";
    SampleSizes: "sample_sizes", Test, All, Value, "8..=16";
    Expect: "expect", AnyTest, All, Value, "8412";
    Regressions: "regressions", Test, All, Value, "false";
    MaxLen: "max_len", Machine, All, Value, "5";
    Samples: "samples", Machine, All, Value, "(1000, 30)";
    CallSize: "call_size", Machine, All, Value, "2";
    MergeStates: "merge_states", Machine, All, Value, "true";
    Failures: "failures", Machine, All, Value, "10";
    TimeLimit: "time_limit", Machine, All, Value, "\"2s\"";
}

impl Key {
    /// The key of this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    pub(crate) fn home(self) -> Home {
        self.row().home
    }

    pub(crate) fn types(self) -> Types {
        self.row().types
    }

    pub(crate) fn form(self) -> Form {
        self.row().form
    }

    /// As it is written: `weight = 2`.
    pub(crate) fn entry(self) -> String {
        let Row { name, form, example, .. } = self.row();
        match form {
            Form::Alone => name.to_owned(),
            Form::Value | Form::AloneOrValue => format!("{name} = {example}"),
            Form::List => format!("{name}({example})"),
        }
    }

    /// With what is around it: `#[dpgen(weight = 2)]`.
    pub(crate) fn attribute(self) -> String {
        let is_option = matches!(self.home(), Home::Test | Home::Machine | Home::AnyTest);
        let of = if is_option { "dpgen::test" } else { "dpgen" };
        format!("#[{of}({})]", self.entry())
    }
}

/// The message for a value of another kind.
pub(crate) fn unfit_text(key: Key, kind: &str) -> String {
    format!("`{}` takes {kind}, as in `{}`", key.name(), key.entry())
}
