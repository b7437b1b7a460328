//! Draws uniform integers from a range.
//!
//! Random words are masked to as many bits as the range needs, and drawn again while they are beyond it. The same generator
//! gives the same integers on every platform.

use rand_core::Rng;

/// A uniform integer from `lo..=hi`.
pub(crate) fn within<R: Rng + ?Sized>(rng: &mut R, lo: i64, hi: i64) -> i64 {
    let width = hi.abs_diff(lo);
    let mask = width.checked_next_power_of_two().map_or(u64::MAX, |power| (power - 1) | width);
    loop {
        let offset = rng.next_u64() & mask;
        if offset <= width {
            return lo.wrapping_add_unsigned(offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::within;
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;

    #[test]
    fn every_integer_comes_about_as_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = [0_u32; 6];
        for _ in 0..6000 {
            let place = usize::try_from(within(&mut rng, -3, 2) + 3).expect("it is within the range");
            seen[place] += 1;
        }
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
    }

    #[test]
    fn the_ends_of_i64_are_a_range() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let draws: Vec<i64> = (0..100).map(|_| within(&mut rng, i64::MIN, i64::MAX)).collect();
        assert!(draws.iter().any(|draw| *draw < 0) && draws.iter().any(|draw| *draw > 0));
        assert_eq!(within(&mut rng, i64::MAX, i64::MAX), i64::MAX);
    }
}
