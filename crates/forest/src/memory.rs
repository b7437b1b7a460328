//! Limits on the memory that the process holds, where the system tells how much that is (on Linux).
//!
//! Invariant: what asks [`MemoryLimit::is_reached`] often, as loops do, asks the system only every few milliseconds, and
//! once the limit is reached, the answer stays `true`. Read [`Limits`](crate::Limits) next.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How much time passes between two questions to the system, which cost some microseconds.
const TIME_PER_LOOK: Duration = Duration::from_millis(5);

/// The share of a limited address space that memory may take: a table that doubles needs twice its room more, and fails
/// where it does not get it.
const ADDRESS_SHARE: u64 = 3;

/// A limit on the resident memory of this process.
///
/// ```
/// use dpgen_forest::memory::{MemoryLimit, in_use};
///
/// if in_use().is_some() {
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
    /// When the system is asked again, in microseconds after `begin`.
    next_look: AtomicU64,
    reached: AtomicBool,
}

impl MemoryLimit {
    /// The process may hold so many bytes more than now; fewer where its address space is limited (`ulimit -v`), of which
    /// a third is used at most. `None` where the system does not tell what it holds.
    #[must_use]
    pub fn more_than_now(bytes: u64) -> Option<Self> {
        let room = address_space_left().map_or(u64::MAX, |left| left / ADDRESS_SHARE);
        let bytes = in_use()?.saturating_add(bytes.min(room));
        let (next_look, reached) = (AtomicU64::new(0), AtomicBool::new(false));
        Some(Self { bytes, begin: Instant::now(), next_look, reached })
    }

    /// Whether the process holds as much as it may.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.is_reached_at(Instant::now())
    }

    /// As [`is_reached`](Self::is_reached), for callers that have read the clock.
    #[must_use]
    pub fn is_reached_at(&self, now: Instant) -> bool {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let now = micros(now.saturating_duration_since(self.begin));
        let look = self.next_look.load(Ordering::Relaxed);
        let next = now.saturating_add(micros(TIME_PER_LOOK));
        // One of several threads looks.
        if now >= look
            && self.next_look.compare_exchange(look, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
            && in_use().is_some_and(|held| held >= self.bytes)
        {
            self.reached.store(true, Ordering::Relaxed);
        }
        self.reached.load(Ordering::Relaxed)
    }

    /// Whether the process may hold this many bytes more.
    #[must_use]
    pub fn has_room(&self, bytes: u64) -> bool {
        in_use().unwrap_or(0).saturating_add(bytes) <= self.bytes
    }
}

/// The bytes of memory that the process holds, where the system tells: on Linux, what is resident.
///
/// ```
/// assert!(dpgen_forest::memory::in_use().is_none_or(|bytes| bytes > 0));
/// ```
#[must_use]
pub fn in_use() -> Option<u64> {
    kibibytes("/proc/self/status", "VmRSS:")
}

/// The bytes of memory that this machine has left, where the system tells.
///
/// ```
/// assert!(dpgen_forest::memory::available().is_none_or(|bytes| bytes > 0));
/// ```
#[must_use]
pub fn available() -> Option<u64> {
    let machine = kibibytes("/proc/meminfo", "MemAvailable:")?;
    // What a container may hold, if that is less.
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
