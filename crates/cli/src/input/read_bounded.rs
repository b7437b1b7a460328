//! Reads files whose length an attacker or a mistake may choose, up to a bound.

use std::io::{self, Read};

use dpgen_forest::index::wide;

/// Reads all of a file; an error if it has more than `max_len` bytes. `what` names it in the message.
pub fn read_bounded(from: impl Read, max_len: u64, what: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(max_len.saturating_add(1)).read_to_end(&mut bytes)?;
    if wide(bytes.len()) > max_len {
        let most = bytesize::ByteSize::b(max_len);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{what} has at most {most}")));
    }
    Ok(bytes)
}
