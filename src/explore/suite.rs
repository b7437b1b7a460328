//! [`Suite`]: the fewest inputs that cover all that a program can be made to do, and what that proves.

use dpgen_explore::{End, Explored, Path};
use dpgen_forest::Count;
use dpgen_forest::structure::to_ron;

use super::error::Error;
use super::structure_subject::Outlines;
use crate::types::DpGen;

/// One input of a suite.
#[derive(Debug, Clone)]
pub struct Input<T> {
    /// The input: one of those that take this path.
    pub value: T,
    /// It as RON, by the schema of its type.
    pub ron: String,
    /// Its size.
    pub size: u32,
    /// How the program ends on it.
    pub end: End,
    /// What the program covers on it, as text.
    pub covers: Vec<String>,
    /// How many inputs take the same path, this one among them, if [counts](super::Explorer::counts) were asked for and could be
    /// made.
    pub alike: Option<Count>,
}

/// The inputs that suffice, and what was proved on the way.
///
/// Displayed, it is its certificate: what was covered, what was proved unreachable, and how many inputs suffice. With `{:#}` the
/// inputs and the outcomes that were not covered follow.
#[derive(Debug)]
pub struct Suite<T> {
    explored: Explored,
    inputs: Vec<Input<T>>,
    is_smallest: bool,
    outlines: Outlines<T>,
    max_size: u32,
}

impl<T: DpGen> Suite<T> {
    pub(super) fn new(
        explored: Explored,
        outlines: Outlines<T>,
        max_size: u32,
        steps: u64,
    ) -> Result<Self, Error> {
        let chosen = explored.suite(steps);
        let mut suite =
            Self { explored, inputs: Vec::new(), is_smallest: chosen.is_smallest, outlines, max_size };
        suite.inputs = chosen
            .rows
            .iter()
            .map(|path| suite.input(&suite.explored.paths[*path]))
            .collect::<Result<_, Error>>()?;
        Ok(suite)
    }

    /// What was found: every path, and what was covered.
    #[must_use]
    pub const fn explored(&self) -> &Explored {
        &self.explored
    }

    /// The inputs of the suite.
    #[must_use]
    pub fn inputs(&self) -> &[Input<T>] {
        &self.inputs
    }

    /// Whether it is proved that no fewer inputs cover the same.
    #[must_use]
    pub const fn is_smallest(&self) -> bool {
        self.is_smallest
    }

    /// Whether all paths were taken, so that what is not covered can not be.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.explored.is_complete()
    }

    /// An input that takes a path.
    ///
    /// # Errors
    /// When the data of its structure can not be solved, which should not happen.
    pub fn input(&self, path: &Path) -> Result<Input<T>, Error> {
        let words = self.outlines.words(path.beginning, &path.values)?;
        Ok(Input {
            value: self.outlines.build(&words),
            ron: to_ron(self.outlines.catalog().schema(), &words),
            size: self.outlines.size_of(path.beginning),
            end: path.end.clone(),
            covers: path.outcomes.iter().map(|outcome| self.explored.coverage.text(*outcome)).collect(),
            alike: path.inputs.clone(),
        })
    }

    /// The inputs on which the program panicked or failed, each with how it ended.
    pub fn findings(&self) -> impl Iterator<Item = Result<Input<T>, Error>> {
        self.explored.findings().map(|path| self.input(path))
    }

    /// How many structures of a size the program was explored on.
    #[must_use]
    pub fn structures(&self, size: u32) -> Count {
        self.outlines.catalog().count(size)
    }

    /// The inputs as RON, one a line, to be kept in a file.
    #[must_use]
    pub fn to_ron(&self) -> String {
        self.inputs.iter().fold(String::new(), |text, input| text + &input.ron + "\n")
    }

    /// The inputs as Rust tests, which call `program`, an expression for a function that takes a `&mut` of this type, or for a
    /// closure that captures nothing; `ty` is the type's path. An input on which the program panicked becomes a test that should panic.
    #[must_use]
    pub fn to_tests(&self, ty: &str, program: &str) -> String {
        self.to_tests_with(|Input { ron, size, .. }| {
            let literal = raw(ron);
            format!(
                "let program: fn(&mut {ty}) -> _ = {program};\n\
                 let mut input = dpgen::explore::from_ron({size}, {literal}).unwrap();\n\
                 program(&mut input);"
            )
        })
    }

    /// The same with a `body` of your own, in lines: for inputs that say what they are in Rust, as sequences of calls do.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug)]
    /// struct Push(#[dpgen(range = 0..=9)] Int);
    ///
    /// let suite = dpgen::explore::<Vec<Push>>(2, |calls| {
    ///     let mut greatest = None;
    ///     for Push(item) in calls {
    ///         dpgen::explore::cover!(greatest < Some(*item));
    ///         greatest = greatest.max(Some(*item));
    ///     }
    /// })?;
    /// let tests = suite.to_tests_with(|input| {
    ///     let calls: Vec<String> = input.value.iter().map(|Push(item)| format!("heap.push({item:?});")).collect();
    ///     format!("let mut heap = BinaryHeap::new();\n{}", calls.join("\n"))
    /// });
    /// assert!(tests.ends_with(
    ///     "\
    /// #[test]
    /// fn input_1() {
    ///     let mut heap = BinaryHeap::new();
    ///     heap.push(0);
    ///     heap.push(0);
    /// }
    ///
    /// "
    /// ));
    /// # Ok::<(), dpgen::explore::Error>(())
    /// ```
    #[must_use]
    pub fn to_tests_with(&self, body: impl Fn(&Input<T>) -> String) -> String {
        let mut text = String::new();
        for (number, input) in (1..).zip(&self.inputs) {
            for outcome in &input.covers {
                text += &format!("/// {outcome}\n");
            }
            text += "#[test]\n";
            if matches!(input.end, End::Panicked(_) | End::Failed(_)) {
                text += "#[should_panic]\n";
            }
            text += &format!("fn input_{number}() {{\n");
            for line in body(input).lines() {
                text += &format!("    {line}\n");
            }
            text += "}\n\n";
        }
        text
    }
}

/// A text as a raw string literal.
fn raw(text: &str) -> String {
    let mut marks = String::from("#");
    while text.contains(&format!("\"{marks}")) {
        marks.push('#');
    }
    format!("r{marks}\"{text}\"{marks}")
}

impl<T: DpGen> std::fmt::Display for Suite<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scope = format!("up to size {}", self.max_size);
        f.write_str(&self.explored.certificate(&scope))?;
        if self.explored.coverage.known() > 0 {
            let (inputs, suffice) = match self.inputs.len() {
                1 => ("input", "suffices"),
                _ => ("inputs", "suffice"),
            };
            write!(f, "; {} {inputs} {suffice}", self.inputs.len())?;
            if !self.is_smallest {
                f.write_str(", and fewer may")?;
            }
        }
        let findings = self.explored.findings().count();
        if findings > 0 {
            write!(f, "; {findings} paths end in a panic or without a value")?;
        }
        if f.alternate() {
            for Input { ron, end, .. } in &self.inputs {
                write!(f, "\n  {ron}")?;
                if let End::Panicked(message) | End::Failed(message) = end {
                    write!(f, "  ({message})")?;
                }
            }
            for outcome in self.explored.coverage.missing() {
                write!(f, "\n  not covered: {outcome}")?;
            }
        }
        Ok(())
    }
}
