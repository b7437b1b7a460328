//! vob: a vector of bits.

use dpgen::DpGen;
use dpgen_field::assert_failing;
use vob::Vob;

#[derive(DpGen, Clone, Copy, Debug)]
struct Bit(bool);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Bits(Vec<Bit>);

#[derive(DpGen, Clone, Copy, Debug)]
#[dpgen(weight = 0)]
struct Range(#[dpgen(range = 0..=8)] usize, #[dpgen(range = 0..=8)] usize);

#[derive(DpGen, Clone, Copy, Debug)]
#[dpgen(weight = 0)]
struct Resize(#[dpgen(range = 0..=10)] usize, bool);

impl Bits {
    fn bools(&self) -> Vec<bool> {
        self.0.iter().map(|bit| bit.0).collect()
    }

    /// In words of eight bits.
    fn vob(&self) -> Vob<u8> {
        let mut vob = Vob::<u8>::new_with_storage_type(0);
        vob.extend_from_slice(&self.bools());
        vob
    }
}

#[dpgen::test(max_size = 9)]
fn ranges_are_those_of_a_vector(bits: &Bits, range: Range) {
    let (bools, vob) = (bits.bools(), bits.vob());
    assert_eq!(vob.iter().collect::<Vec<_>>(), bools);
    let Range(start, end) = range;
    if start <= end && end <= bools.len() {
        let of = |value: bool| (start..end).filter(|index| bools[*index] == value).collect::<Vec<_>>();
        assert_eq!(vob.iter_set_bits(start..end).collect::<Vec<_>>(), of(true));
        assert_eq!(vob.iter_unset_bits(start..end).collect::<Vec<_>>(), of(false));
    }
}

/// "If `new_len` is greater than `len`, the Vob is extended by the difference, with each additional slot filled with
/// `value`."
#[test]
fn resizing_is_that_of_a_vector() {
    let zeros = ["Bit(false)"; 8].join(", ");
    assert_failing(
        9,
        &format!("(Bits([{zeros}]), Resize(9, true))"),
        (512, 22_506),
        |(bits, resize): &(Bits, Resize)| {
            let (mut bools, mut vob) = (bits.bools(), bits.vob());
            bools.resize(resize.0, resize.1);
            vob.resize(resize.0, resize.1);
            assert_eq!(vob.iter().collect::<Vec<_>>(), bools);
        },
    );
}

#[test]
fn growing_a_full_word_by_ones_panics_without_dpgen() {
    let mut vob = Vob::from_elem(false, 64);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| vob.resize(65, true))).is_err());
}
