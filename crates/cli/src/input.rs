//! What a command works on: a spec and a scope to build, or a build that was saved.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use dpgen_engine::{CoinToss, recheck};
use dpgen_forest::{Algorithm, Catalog, Fields, LoadError, SavedBuild, Scope};
use dpgen_spec::Spec;

use super::args::{ScopeArgs, SizeArgs};
use super::command_error::CommandError;
use super::load;
use super::selection::Selection;
use super::session::{Order, Session};

/// The spec without one on the command line.
pub const DEFAULT: &str = "red-black-tree";

/// The largest saved build, in bytes.
const LARGEST: u64 = 4 << 30;

/// Which spec and scope, or which saved build.
#[derive(Debug, clap::Args)]
pub struct InputArgs {
    /// A built-in spec's name (see `dpgen specs`), or a .ron file, also without the .ron [default: red-black-tree]
    #[arg(value_name = "SPEC")]
    spec: Option<String>,
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Takes a build that `dpgen build` saved, with its spec and scope
    #[arg(long, value_name = "FILE", conflicts_with_all = ["spec", "max_size", "param", "preset", "algorithm", "fields"])]
    from: Option<PathBuf>,
}

/// A spec and a scope, with what was saved for them.
#[derive(Debug)]
pub struct Input {
    /// The spec.
    pub spec: Spec,
    /// The scope.
    pub scope: Scope,
    saved: Option<SavedBuild>,
}

impl InputArgs {
    /// The input, with a maximum size for when no flag says one; the sizes must lie within.
    pub fn open(&self, sizes: &SizeArgs, otherwise: u32) -> Result<Input, CommandError> {
        let input = match &self.from {
            Some(path) => Input::load(path)?,
            None => {
                let spec = load::spec(self.spec.as_deref().unwrap_or(DEFAULT))?;
                let scope = self.scope.scope(&spec, sizes.largest(otherwise))?;
                Input::new(spec, scope)
            }
        };
        sizes.check(&input.scope)?;
        Ok(input)
    }
}

impl Input {
    /// What is to be built.
    pub const fn new(spec: Spec, scope: Scope) -> Self {
        Self { spec, scope, saved: None }
    }

    /// What `dpgen build` saved.
    pub fn load(path: &Path) -> Result<Self, CommandError> {
        let unusable = |error: &dyn std::fmt::Display| {
            CommandError::Usage(format!("the saved build {} can not be used: {error}", path.display()))
        };
        let saved =
            File::open(path).map_err(LoadError::from).and_then(read).map_err(|error| unusable(&error))?;
        let spec = load::parse(&path.display().to_string(), saved.source())?;
        let scope = saved.scope().clone();
        Ok(Self { spec, scope, saved: Some(saved) })
    }

    /// Builds, or takes what was saved; of `selection` no more than its limit needs.
    pub fn catalog(&mut self, session: &Session<'_>, selection: &Selection) -> Result<Catalog, CommandError> {
        if let Some(catalog) = self.saved()? {
            return Ok(catalog);
        }
        selection.build(|structures| self.build(session, Order { structures, ..session.order() }))
    }

    /// Builds by coin tosses.
    pub fn tossed(&mut self, session: &Session<'_>, toss: CoinToss) -> Result<Catalog, CommandError> {
        if self.saved.is_some() {
            let message = "a saved build can not be thinned by coin tosses: leave out --from";
            return Err(CommandError::Usage(message.to_owned()));
        }
        let usual = match session.order().fields {
            Fields::Symbolic => Algorithm::SymbolazyDp,
            _ => Algorithm::LazyDp,
        };
        let algorithm = session.order().algorithm.or(Some(usual));
        self.build(session, Order { algorithm, coin_toss: Some(toss), ..session.order() })
    }

    fn build(&self, session: &Session<'_>, order: Order) -> Result<Catalog, CommandError> {
        session.build(&self.spec, &self.scope, order)
    }

    fn saved(&mut self) -> Result<Option<Catalog>, CommandError> {
        let Some(saved) = self.saved.take() else { return Ok(None) };
        let wrong = |error| CommandError::Spec(Box::new(error), self.spec.text().to_owned());
        let schema = self.spec.model(&self.scope).map_err(wrong)?.schema;
        let fits = |catalog: Catalog| {
            let model = |scope: &Scope| self.spec.model(scope).ok();
            recheck::check(&catalog, true, model, &recheck::accepts_observed).map(|()| catalog)
        };
        saved.into_catalog(schema).and_then(fits).map(Some).map_err(|error| {
            CommandError::Usage(format!("the saved build {} can not be used: {error}", self.spec.name()))
        })
    }
}

/// Reads a saved build; something else is known by its first bytes, however long it is.
fn read(mut file: File) -> Result<SavedBuild, LoadError> {
    let mut head = Vec::new();
    file.by_ref().take(64).read_to_end(&mut head)?;
    if let Err(error @ LoadError::NotACatalog) = SavedBuild::read(&*head) {
        return Err(error);
    }
    SavedBuild::read(&*load::bounded((&*head).chain(file), LARGEST, "a saved build")?)
}
