//! [`as_integers!`]: types that show as an integer, such as a day by its number.

/// A type, the integer that it shows as, how it is made of one that it has, and its integer if it is exactly that.
macro_rules! as_integers {
    ($($ty:ty as $int:ty, |$integer:ident| $of:expr, |$own:ident| $to:expr;)*) => {$(
        impl $crate::types::DpGen for $ty {
            type Slot = dpgen_engine::predicate_run::Int;
            type View = dpgen_engine::predicate_run::Int;

            const FIELD_TYPE: $crate::types::FieldType = $crate::types::FieldType::OtherCrate;
            const VALUE_KINDS: $crate::types::ValueKinds = $crate::types::ValueKinds::INTEGERS;
            const KEYS_ASCEND: bool = true;

            fn define(
                definer: &mut $crate::types::Definer,
                domain: &$crate::types::FieldDomain,
                slot: &str,
            ) -> dpgen_forest::schema::SlotKind {
                let of: fn($int) -> Option<Self> = |$integer| $of;
                let fits = |text: &str| text.parse().ok().and_then(of).is_some();
                $crate::types::field_types::numbers::integers(definer, domain, slot, stringify!($ty), &fits)
            }
            fn view(_: &dpgen_engine::predicate_run::Layer) -> Self::View {
                unreachable!("a data slot has no layers")
            }
            fn build(words: &mut $crate::types::ValueBuilder<'_>) -> Self {
                let (domain, index) = words.datum();
                let $integer: $int = $crate::types::field_types::numbers::integer_at(domain, index);
                $of.unwrap_or_else(|| unreachable!("the schema has no other integers"))
            }
            fn unchanged_end(&self, words: &$crate::types::ValueBuilder<'_>, at: usize) -> Option<usize> {
                words.unchanged_datum_end(at)
            }
            fn take_apart(
                &self,
                reader: &mut $crate::types::ValueReader<'_>,
            ) -> Result<i64, $crate::types::NotOfScope> {
                let $own = self;
                let integer: Option<$int> = $to;
                let fraction = || $crate::types::NotOfScope(format!("`{self:?}` is between two integers"));
                reader.integer(integer.ok_or_else(fraction)?)
            }
        }
    )*};
}
pub(crate) use as_integers;
