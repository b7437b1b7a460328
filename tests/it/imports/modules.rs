//! The modules of a crate: which file has which, what each defines and hands on, and the file that defines a path's name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::Visit;
use syn::{Attribute, File, Item, ItemUse, UseTree, Visibility};

use super::Imports;

/// A path of modules from the top of the crate.
type Place = Vec<String>;

/// The modules of one crate.
pub struct Crate {
    modules: BTreeMap<Place, Module>,
}

/// A module: its file, and what its names mean.
struct Module {
    file: PathBuf,
    defines: BTreeSet<String>,
    /// A name that is imported or handed on, and the path that it stands for.
    takes: BTreeMap<String, Place>,
    /// Modules whose names are all taken.
    globs: Vec<Place>,
    /// The paths that the module mentions, but for those that it only hands on.
    mentions: BTreeSet<Place>,
}

impl Crate {
    /// Reads the crate whose `lib.rs` is in this folder.
    pub fn read(source: &Path) -> Crate {
        let mut crate_ = Crate { modules: BTreeMap::new() };
        crate_.read_file(&source.join("lib.rs"), source, Vec::new());
        crate_
    }

    /// Reads a file as the module at a place, and the files of its modules, which are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, place: Place) {
        let text =
            std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let File { items, .. } =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.read_items(&items, file, folder, place);
    }

    fn read_items(&mut self, items: &[Item], file: &Path, folder: &Path, place: Place) {
        let mut module = Module {
            file: file.to_owned(),
            defines: BTreeSet::new(),
            takes: BTreeMap::new(),
            globs: Vec::new(),
            mentions: BTreeSet::new(),
        };
        for item in items {
            match item {
                Item::Mod(inner) if !is_test(&inner.attrs) => {
                    let name = inner.ident.to_string();
                    let at = [&place[..], std::slice::from_ref(&name)].concat();
                    let below = folder.join(&name);
                    match &inner.content {
                        Some((_, items)) => self.read_items(items, file, &below, at),
                        None => {
                            let named = explicit_path(&inner.attrs).map(|path| file.with_file_name(path));
                            let files = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
                            let found = named.or_else(|| files.into_iter().find(|file| file.is_file()));
                            // A module that includes documents has no file.
                            if let Some(found) = found {
                                self.read_file(&found, &below, at);
                            }
                        }
                    }
                }
                Item::Mod(_) => {}
                Item::Use(import) if !is_test(&import.attrs) => module.import(import),
                Item::Use(_) => {}
                Item::Impl(_) | Item::Macro(_) if is_test_item(item) => {}
                _ => {
                    module.defines.extend(name_of(item));
                    Paths(&mut module.mentions).visit_item(item);
                }
            }
        }
        self.modules.insert(place, module);
    }

    /// The modules that each file declares, but for those of tests.
    pub fn declared(&self) -> BTreeMap<&Path, BTreeSet<&str>> {
        let mut declared = BTreeMap::<_, BTreeSet<_>>::new();
        for place in self.modules.keys() {
            if let Some((name, parent)) = place.split_last() {
                declared.entry(self.modules[parent].file.as_path()).or_default().insert(name.as_str());
            }
        }
        declared
    }

    /// Which file takes which names from which other files.
    pub fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (place, module) in &self.modules {
            for path in &module.mentions {
                let Some((file, name)) = self.resolved(place, path, 20) else { continue };
                if file != &module.file {
                    let of = imports.entry(module.file.clone()).or_default();
                    of.entry(file.clone()).or_default().insert(name);
                }
            }
        }
        imports
    }

    /// The file that defines what a path stands for, as seen from a module, if this crate does; and the name there.
    fn resolved(&self, place: &Place, path: &[String], depth: usize) -> Option<(&PathBuf, String)> {
        let depth = depth.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.below(&Vec::new(), rest, depth),
            "self" => self.below(place, rest, depth),
            "super" => self.resolved(&place[..place.len().checked_sub(1)?].to_vec(), &with_self(rest), depth),
            _ => self.below(place, path, depth),
        }
    }

    /// The same for a path of names below a module.
    fn below(&self, place: &Place, path: &[String], depth: usize) -> Option<(&PathBuf, String)> {
        let module = self.modules.get(place)?;
        let (first, rest) = path.split_first()?;
        if first == "super" {
            return self.resolved(place, path, depth);
        }
        let inner = [&place[..], std::slice::from_ref(first)].concat();
        if self.modules.contains_key(&inner) && (!rest.is_empty() || !module.defines.contains(first)) {
            // The module itself is no definition: what is taken from it is mentioned by a longer path.
            return if rest.is_empty() { None } else { self.below(&inner, rest, depth) };
        }
        if module.defines.contains(first) {
            return Some((&module.file, first.clone()));
        }
        if let Some(stands_for) = module.takes.get(first) {
            return self.resolved(place, &[&stands_for[..], rest].concat(), depth);
        }
        module
            .globs
            .iter()
            .find_map(|glob| self.resolved(place, &[&glob[..], path].concat(), depth.checked_sub(1)?))
    }
}

impl Module {
    fn import(&mut self, import: &ItemUse) {
        let is_handed_on = !matches!(import.vis, Visibility::Inherited);
        let mut leaves = Vec::new();
        leaves_of(&import.tree, Vec::new(), &mut leaves);
        for (path, name) in leaves {
            match name {
                Some(name) => drop(self.takes.insert(name, path.clone())),
                None => self.globs.push(path.clone()),
            }
            if !is_handed_on {
                self.mentions.insert(path);
            }
        }
    }
}

fn with_self(path: &[String]) -> Place {
    [&["self".to_owned()], path].concat()
}

/// The paths that a tree of `use` takes, each with the name that it gets; `None` for all names.
fn leaves_of(tree: &UseTree, mut path: Place, leaves: &mut Vec<(Place, Option<String>)>) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            leaves_of(&tree.tree, path, leaves);
        }
        UseTree::Name(tree) if tree.ident == "self" => {
            let name = path.last().cloned();
            leaves.push((path, name));
        }
        UseTree::Name(tree) => {
            path.push(tree.ident.to_string());
            leaves.push((path, Some(tree.ident.to_string())));
        }
        UseTree::Rename(tree) => {
            path.push(tree.ident.to_string());
            leaves.push((path, Some(tree.rename.to_string())));
        }
        UseTree::Glob(_) => leaves.push((path, None)),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves_of(tree, path.clone(), leaves)),
    }
}

/// Gathers the paths of several names that code mentions.
struct Paths<'a>(&'a mut BTreeSet<Place>);

impl Visit<'_> for Paths<'_> {
    fn visit_path(&mut self, path: &syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            self.0.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, _: &syn::ItemMod) {}
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::TraitAlias(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

/// Whether an item is compiled for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string().starts_with("test"),
        _ => false,
    })
}

fn is_test_item(item: &Item) -> bool {
    match item {
        Item::Impl(item) => is_test(&item.attrs),
        Item::Macro(item) => is_test(&item.attrs),
        _ => false,
    }
}

/// The file that `#[path = "…"]` names.
fn explicit_path(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}
