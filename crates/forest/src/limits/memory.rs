//! [`MemoryLimit`]: a limit on the memory that the process holds, where the system tells how much that is (on Linux).
//!
//! Invariant: a loop may poll [`MemoryLimit::is_reached`] often, as the system is asked only every few milliseconds; once the
//! limit is reached, the answer stays `true`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between two questions to the system, which cost some microseconds each.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The part of a limited address space that memory may take, as a divisor: a table that doubles needs twice its size more,
/// and fails where it does not get it.
const ADDRESS_SPACE_DIVISOR: u64 = 3;

/// A limit on the resident memory of this process.
///
/// ```
/// use dpgen_forest::limits::memory::{MemoryLimit, resident_bytes};
///
/// if resident_bytes().is_some() {
///     let limit = MemoryLimit::more_than_now(64 << 20).unwrap();
///     assert!(!limit.is_reached() && limit.has_room(1 << 20));
///     assert!(!limit.has_room(1 << 40));
///     assert!(MemoryLimit::more_than_now(0).unwrap().is_reached());
/// }
/// ```
#[derive(Debug)]
pub struct MemoryLimit {
    /// The resident bytes at which it is reached.
    bytes: u64,
    begin: Instant,
    /// The time of the next question to the system, in microseconds after `begin`.
    next_poll: AtomicU64,
    reached: AtomicBool,
}

impl MemoryLimit {
    /// A limit of `bytes` above the present use of the process; less where its address space is limited (`ulimit -v`), of which
    /// a third is used at most. `None` where the system does not tell what it holds.
    #[must_use]
    pub fn more_than_now(bytes: u64) -> Option<Self> {
        let room = address_space_left().map_or(u64::MAX, |left| left / ADDRESS_SPACE_DIVISOR);
        let bytes = resident_bytes()?.saturating_add(bytes.min(room));
        let (next_poll, reached) = (AtomicU64::new(0), AtomicBool::new(false));
        Some(Self { bytes, begin: Instant::now(), next_poll, reached })
    }

    /// Whether the process holds as much as it may.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.is_reached_at(Instant::now())
    }

    /// As [`is_reached`](Self::is_reached), for callers that have read the clock.
    #[must_use]
    pub(crate) fn is_reached_at(&self, now: Instant) -> bool {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let now = micros(now.saturating_duration_since(self.begin));
        let due = self.next_poll.load(Ordering::Relaxed);
        let next = now.saturating_add(micros(POLL_INTERVAL));
        // One of several threads asks.
        if now >= due
            && self.next_poll.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
            && resident_bytes().is_some_and(|held| held >= self.bytes)
        {
            self.reached.store(true, Ordering::Relaxed);
        }
        self.reached.load(Ordering::Relaxed)
    }

    /// Whether the process may hold this many bytes more.
    #[must_use]
    pub fn has_room(&self, bytes: u64) -> bool {
        resident_bytes().unwrap_or(0).saturating_add(bytes) <= self.bytes
    }
}

/// The bytes of memory that the process holds, where the system tells: on Linux, what is resident.
///
/// ```
/// assert!(dpgen_forest::limits::memory::resident_bytes().is_none_or(|bytes| bytes > 0));
/// ```
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    kibibytes("/proc/self/status", "VmRSS:")
}

/// The bytes of memory that are available on this machine, where the system tells.
///
/// ```
/// assert!(dpgen_forest::limits::memory::available_bytes().is_none_or(|bytes| bytes > 0));
/// ```
#[must_use]
pub fn available_bytes() -> Option<u64> {
    let machine = kibibytes("/proc/meminfo", "MemAvailable:")?;
    // The memory that a container may use, if that is less.
    let number = |file: &str| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let container = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    Some(container.map_or(machine, |container| container.min(machine)))
}

/// The bytes of address space that a limit on it leaves, if there is one.
fn address_space_left() -> Option<u64> {
    static LIMIT: OnceLock<Option<u64>> = OnceLock::new();
    let limit = (*LIMIT.get_or_init(|| field("/proc/self/limits", "Max address space")))?;
    Some(limit.saturating_sub(kibibytes("/proc/self/status", "VmSize:")?))
}

/// The number after a name in a file of the system that gives it in KiB, as bytes.
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    field(file, name)?.checked_mul(1024)
}

/// The first number after a name at the beginning of a line.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}
