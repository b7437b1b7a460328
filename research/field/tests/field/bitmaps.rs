//! bitmaps: bitmaps of a fixed size, here five bits.

use bitmaps::Bitmap;
use dpgen::DpGen;
use dpgen_field::assert_failing;

#[derive(DpGen, Clone, Copy, Debug)]
struct Five(bool, bool, bool, bool, bool);

impl Five {
    fn bits(self) -> [bool; 5] {
        [self.0, self.1, self.2, self.3, self.4]
    }

    fn bitmap(self) -> Bitmap<5> {
        let mut bitmap = Bitmap::new();
        for (index, bit) in self.bits().into_iter().enumerate() {
            bitmap.set(index, bit);
        }
        bitmap
    }

    /// The indices of bits with this value.
    fn indices(self, value: bool) -> Vec<usize> {
        (0..5).filter(|index| self.bits()[*index] == value).collect()
    }
}

#[dpgen::test(max_size = 1, expect = 32)]
fn true_bits_are_found(five: Five) {
    let (bitmap, expected) = (five.bitmap(), five.indices(true));
    assert_eq!(bitmap.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(
        (bitmap.first_index(), bitmap.last_index()),
        (expected.first().copied(), expected.last().copied())
    );
    for index in 0..5 {
        assert_eq!(bitmap.next_index(index), expected.iter().copied().find(|other| *other > index));
        assert_eq!(bitmap.prev_index(index), expected.iter().copied().rfind(|other| *other < index));
    }
    assert_eq!(bitmap.first_false_index(), five.indices(false).first().copied());
}

/// "Find the index of the last `false` bit in the bitmap."
#[test]
fn the_last_false_bit_is_in_the_bitmap() {
    assert_failing(1, "Five(false, false, false, false, false)", (31, 32), |five: &Five| {
        assert_eq!(five.bitmap().last_false_index(), five.indices(false).last().copied());
    });
}

/// "Find the index of the first `false` bit in the bitmap before `index`." That is read as the nearest one.
#[test]
fn a_false_bit_before_another_is_found() {
    assert_failing(1, "Five(false, false, false, false, false)", (30, 32), |five: &Five| {
        for index in 1..5 {
            let expected = five.indices(false).into_iter().rfind(|other| *other < index);
            assert_eq!(five.bitmap().prev_false_index(index).is_some(), expected.is_some());
        }
    });
}

/// "Invert all the bits in the bitmap"; `len`: "Count the number of `true` bits in the bitmap."
#[test]
fn inverting_makes_false_bits_true() {
    assert_failing(1, "Five(false, false, false, false, false)", (32, 32), |five: &Five| {
        let mut bitmap = five.bitmap();
        bitmap.invert();
        assert_eq!(bitmap.len(), five.indices(false).len());
    });
}

#[test]
fn bits_outside_of_the_bitmap_are_found_without_dpgen() {
    let mut bitmap = Bitmap::<5>::new();
    assert_eq!(bitmap.last_false_index(), Some(7)); // there are 0 to 4
    assert_eq!(bitmap.prev_false_index(1), None); // the bit 0 is false
    bitmap.invert();
    assert_eq!(bitmap.len(), 8);
    assert_eq!(bitmap.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
}
