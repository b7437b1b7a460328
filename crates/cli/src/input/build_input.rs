//! [`Input`]: a spec and a scope to build, or a saved build.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use dpgen_engine::{CoinToss, recheck_saved_build};
use dpgen_forest::{Algorithm, Catalog, Fields, LoadError, SavedBuild, Scope};
use dpgen_spec::Spec;

use crate::build_session::{BuildOrder, Session};
use crate::command_error::CommandError;
use crate::input::common_args::{ScopeArgs, SizeArgs};
use crate::input::read_bounded::read_bounded;
use crate::input::selection::Selection;
use crate::input::spec_lookup::{find_spec, parse_spec};

/// The spec of a command line that names none.
pub const DEFAULT_SPEC: &str = "red-black-tree";

/// The largest saved build, in bytes.
const MAX_SAVED_LEN: u64 = 4 << 30;

/// The flags of a spec and a scope, or of a saved build.
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

/// A spec and a scope, with the saved build if there is one.
#[derive(Debug)]
pub struct Input {
    /// The spec.
    pub spec: Spec,
    /// The scope.
    pub scope: Scope,
    saved: Option<Catalog>,
}

impl InputArgs {
    /// The input, with a maximum size for when no flag says one; the sizes must lie within.
    pub fn open(&self, sizes: &SizeArgs, default_max_size: u32) -> Result<Input, CommandError> {
        let input = match &self.from {
            Some(path) => Input::load(path)?,
            None => {
                let spec = find_spec(self.spec.as_deref().unwrap_or(DEFAULT_SPEC))?;
                let scope = self.scope.scope(&spec, sizes.largest(default_max_size))?;
                Input::new(spec, scope)
            }
        };
        sizes.check(&input.scope)?;
        Ok(input)
    }
}

impl Input {
    /// A spec and a scope to build.
    pub const fn new(spec: Spec, scope: Scope) -> Self {
        Self { spec, scope, saved: None }
    }

    /// A build that `dpgen build` saved.
    pub fn load(path: &Path) -> Result<Self, CommandError> {
        let unusable = |error: &dyn std::fmt::Display| {
            CommandError::Usage(format!("the saved build {} can not be used: {error}", path.display()))
        };
        let saved =
            File::open(path).map_err(LoadError::from).and_then(read).map_err(|error| unusable(&error))?;
        let spec = parse_spec(&path.display().to_string(), saved.source())?;
        let scope = saved.scope().clone();
        let schema = spec.model(&scope)?.schema;
        let fits = |catalog: Catalog| {
            let model = |scope: &Scope| spec.model(scope).ok();
            recheck_saved_build::check(&catalog, true, model, &recheck_saved_build::accepts_observed)
                .map(|()| catalog)
        };
        let saved = saved.into_catalog(schema).and_then(fits).map_err(|error| unusable(&error))?;
        Ok(Self { spec, scope, saved: Some(saved) })
    }

    /// The saved build, or a new one, which has no more of `selection` than its limit needs.
    pub fn catalog(&mut self, session: &Session<'_>, selection: &Selection) -> Result<Catalog, CommandError> {
        if let Some(catalog) = self.saved.take() {
            return Ok(catalog);
        }
        selection.build(|structures| self.build(session, BuildOrder { structures, ..session.order() }))
    }

    /// The saved or new builds of two inputs; new ones are made side by side.
    pub fn catalogs(inputs: [&mut Self; 2], session: &Session<'_>) -> Result<[Catalog; 2], CommandError> {
        if inputs.iter().all(|input| input.saved.is_none()) {
            return session.build_both(inputs.map(|input| (&input.spec, &input.scope)), session.order());
        }
        let [first, second] = inputs.map(|input| match input.saved.take() {
            Some(saved) => Ok(saved),
            None => input.build(session, session.order()),
        });
        Ok([first?, second?])
    }

    /// A build that keeps larger structures by coin tosses.
    pub fn coin_toss_catalog(
        &mut self,
        session: &Session<'_>,
        toss: CoinToss,
    ) -> Result<Catalog, CommandError> {
        if self.saved.is_some() {
            let message = "a saved build can not be thinned by coin tosses: leave out --from";
            return Err(CommandError::Usage(message.to_owned()));
        }
        let usual = match session.order().fields {
            Fields::Symbolic => Algorithm::SymbolazyDp,
            _ => Algorithm::LazyDp,
        };
        let algorithm = session.order().algorithm.or(Some(usual));
        self.build(session, BuildOrder { algorithm, coin_toss: Some(toss), ..session.order() })
    }

    fn build(&self, session: &Session<'_>, order: BuildOrder) -> Result<Catalog, CommandError> {
        session.build(&self.spec, &self.scope, order)
    }
}

/// Reads a saved build; a file of another kind is refused by its first bytes, however long it is.
fn read(mut file: File) -> Result<SavedBuild, LoadError> {
    let mut head = Vec::new();
    file.by_ref().take(64).read_to_end(&mut head)?;
    if let Err(error @ LoadError::NotACatalog) = SavedBuild::read(&*head) {
        return Err(error);
    }
    SavedBuild::read(&*read_bounded((&*head).chain(file), MAX_SAVED_LEN, "a saved build")?)
}
