//! A limit on the memory that this process holds, for work that no engine watches.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// So many questions are answered by one look at the system.
const QUESTIONS_PER_LOOK: u64 = 16;

/// A limit on resident memory. Where the system does not tell how much that is, it is never reached.
#[derive(Debug)]
pub struct MemoryLimit {
    /// The most bytes that may be held.
    most: u64,
    asked: AtomicU64,
    is_reached: AtomicBool,
}

impl MemoryLimit {
    /// So many bytes more than are held now.
    pub fn more_than_now(bytes: u64) -> Option<Self> {
        let most = held()?.saturating_add(bytes);
        Some(Self { most, asked: AtomicU64::new(0), is_reached: AtomicBool::new(false) })
    }

    /// Whether more is held. Once it is, the answer stays.
    pub fn is_reached(&self) -> bool {
        if self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(QUESTIONS_PER_LOOK)
            && held().is_some_and(|held| held > self.most)
        {
            self.is_reached.store(true, Ordering::Relaxed);
        }
        self.is_reached.load(Ordering::Relaxed)
    }
}

/// How many bytes are resident.
fn held() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let resident = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = resident.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024))
}
