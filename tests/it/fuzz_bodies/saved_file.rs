//! The form of a saved build's file: magic, version, length, payload, checksum.

use chacha20::ChaCha8Rng;
use xxhash_rust::xxh3::xxh3_64;

use super::mutate;

/// Where the payload begins: after 8 bytes of magic, 4 of version, and 8 of length.
pub const HEADER: usize = 8 + 4 + 8;

/// A file like `whole` with another payload, whose length and checksum fit.
pub fn with_payload(whole: &[u8], payload: &[u8]) -> Vec<u8> {
    let length = u64::try_from(payload.len()).unwrap();
    let mut file = whole[..12].to_vec();
    file.extend(length.to_le_bytes());
    file.extend(payload);
    file.extend(xxh3_64(payload).to_le_bytes());
    file
}

/// The file with some damage; if `inside`, to its payload alone, so that length and checksum fit.
pub fn damaged(whole: &[u8], inside: bool, rng: &mut ChaCha8Rng) -> Vec<u8> {
    if inside {
        let mut payload = whole[HEADER..whole.len() - 8].to_vec();
        mutate::damage(&mut payload, rng);
        with_payload(whole, &payload)
    } else {
        let mut file = whole.to_vec();
        mutate::damage(&mut file, rng);
        file
    }
}
