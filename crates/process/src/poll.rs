//! Waits until pipes can be read or written, and reads from them.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, Timespec, poll};

/// Appends the available bytes of a pipe to `to`. A pipe at its end is set to `None`. Returns whether there were bytes.
pub(crate) fn read_available(
    from: &mut Option<impl Read + AsFd>,
    buffer: &mut [u8],
    to: &mut Vec<u8>,
) -> io::Result<bool> {
    let Some(source) = from else { return Ok(false) };
    let read = match source.read(buffer) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
        read => read?,
    };
    to.extend_from_slice(&buffer[..read]);
    if read == 0 {
        *from = None;
    }
    Ok(read > 0)
}

/// Waits until one of several descriptors is ready, at most for `timeout`.
pub(crate) fn wait_until_ready(descriptors: &mut [PollFd<'_>], timeout: Duration) -> io::Result<()> {
    // A little more than the time, so that it is over then.
    let timeout = Timespec::try_from(timeout + Duration::from_micros(100)).map_err(io::Error::other)?;
    match poll(descriptors, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
