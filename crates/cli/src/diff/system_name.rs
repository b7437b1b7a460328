//! The operating system that a run is on, for reports.

use std::fs;

/// The name and version of the operating system, with its kernel and processor, as far as files of the system tell them.
pub fn system_name() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    described(&release, kernel.trim())
}

fn described(release: &str, kernel: &str) -> String {
    let named = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = named.map(|name| name.trim_matches('"')).filter(|name| !name.is_empty());
    let kernel = if kernel.is_empty() { String::new() } else { format!(", kernel {kernel}") };
    format!("{}{kernel}, {}", name.unwrap_or(std::env::consts::OS), std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn what_is_known_is_told() {
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        assert_eq!(described("ID=x\nPRETTY_NAME=\"X 12\"\n", "6.1"), format!("X 12, kernel 6.1, {arch}"));
        assert_eq!(described("", ""), format!("{os}, {arch}"));
    }
}
