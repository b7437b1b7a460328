//! Helpers of all data types: slots whose domain is missing or wrong, and the methods that all data types share.

use crate::types::schema::definer::Definer;
use dpgen_forest::schema::{Domain, SchemaError, SlotKind};

/// A slot of data, of which nothing is known but that it has no domain: `none` has its kind.
pub(crate) fn no_domain(definer: &mut Definer, slot: &str, none: Domain) -> SlotKind {
    definer.schema.error(SchemaError::NoDomain { slot: slot.to_owned() });
    definer.schema.data(slot, none)
}

/// A slot of data whose domain is wrong: `none` has the kind of a right one.
pub(crate) fn bad_domain(definer: &mut Definer, slot: &str, why: String, none: Domain) -> SlotKind {
    definer.schema.error(SchemaError::BadDomain { slot: slot.to_owned(), why });
    definer.schema.data(slot, none)
}

/// The methods that all data types share.
macro_rules! data {
    () => {
        fn view(_: &Layer) -> Self::View {
            unreachable!("a data slot has no layers")
        }
        #[inline]
        fn unchanged_end(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
            words.unchanged_datum_end(at)
        }
        #[inline(always)]
        fn rebuild_field(
            &mut self,
            words: &mut ValueBuilder<'_>,
            at: usize,
            slot: $crate::types::value::builder::SlotPlace,
        ) -> usize {
            if words.may_have_changed(at) {
                self.rebuild(words, at, slot);
            }
            at + 1
        }
    };
}
pub(crate) use data;
