//! Waits until a pipe can be read or written.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, Timespec, poll};

/// Reads what is there; a source that has ended goes. Whether something was read.
pub(super) fn take(
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

/// Waits until one of some descriptors is ready, or a time is over.
pub(super) fn wait(descriptors: &mut [PollFd<'_>], time: Duration) -> io::Result<()> {
    // A little more than the time, so that it is over then.
    let time = Timespec::try_from(time + Duration::from_micros(100)).map_err(io::Error::other)?;
    match poll(descriptors, Some(&time)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
