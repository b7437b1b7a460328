//! The figures of the last release, in `figures.ron` beside this file.

use std::collections::BTreeMap;
use std::process::Command;

use serde::{Deserialize, Serialize};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/guard/figures.ron");

/// How the cases are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As users run them.
    Release,
    /// With debug assertions and the optimisation of `.ci/run`.
    Checked,
}

impl Profile {
    /// Nothing if no figures are recorded for how this was built.
    pub fn of_this_build() -> Option<Self> {
        if !cfg!(debug_assertions) {
            return Some(Self::Release);
        }
        let set = (option_env!("CARGO_PROFILE_DEV_OPT_LEVEL"), option_env!("CARGO_PROFILE_DEV_LTO"));
        (set == (Some("1"), Some("off"))).then_some(Self::Checked)
    }
}

/// Millions of instructions by case.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// What `rustc --version` says.
    pub compiler: String,
    release: BTreeMap<String, f64>,
    checked: BTreeMap<String, f64>,
}

/// What `rustc --version` says here.
fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Figures {
    /// What was recorded; nothing if there is no file.
    pub fn read() -> Self {
        std::fs::read_to_string(PATH)
            .map_or_else(|_| Self::default(), |text| ron::from_str(&text).expect("figures.ron is RON"))
    }

    /// Whether they were recorded with this compiler.
    pub fn comparable(&self) -> bool {
        self.compiler == compiler()
    }

    /// The figure of a case.
    pub fn get(&self, profile: Profile, case: &str) -> Option<f64> {
        let figures = match profile {
            Profile::Release => &self.release,
            Profile::Checked => &self.checked,
        };
        figures.get(case).copied()
    }

    /// Writes these figures in the place of the profile's, as measured with this compiler.
    pub fn record(mut self, profile: Profile, measured: &[(&str, f64)]) {
        let to_the_hundredth = |figure: f64| (figure * 100.0).round() / 100.0;
        let figures = measured.iter().map(|(case, figure)| ((*case).to_owned(), to_the_hundredth(*figure)));
        match profile {
            Profile::Release => self.release = figures.collect(),
            Profile::Checked => self.checked = figures.collect(),
        }
        self.compiler = compiler();
        let text = ron::ser::to_string_pretty(&self, ron::ser::PrettyConfig::new()).unwrap();
        std::fs::write(PATH, text + "\n").unwrap();
    }
}
