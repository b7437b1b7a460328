//! Structure keys: `rbt-1f3a9c:9:17` names one structure for good.
//!
//! Before the first colon: the initials of the spec's name, and six hexadecimal digits of a hash of all that
//! decides ranks: the spec's text, the scope, the engine and how it treats data. Then size and rank. The hash
//! is FNV-1a over bytes, the same on every platform.

use std::fmt;
use std::str::FromStr;

use dpgen_forest::{Algorithm, Catalog, Count, Fields, Scope, fnv1a};
use dpgen_spec::Spec;

use crate::folder::file_names::truncated;
use crate::input::flag_values;

/// The order of ranks. It changes when an engine changes its order, so that older keys and manifests are refused.
pub const RANK_ORDER: &str = "order 2";

/// The prefix of the keys of a build: initials and hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    initials: String,
    hash: String,
}

impl Identity {
    /// The identity of a spec's structures in a scope, as an engine orders them.
    pub fn new(spec: &Spec, scope: &Scope, algorithm: Algorithm, fields: Fields) -> Self {
        let mut parts = vec![RANK_ORDER.to_owned(), format!("max size {}", scope.max_size())];
        parts.extend(scope.params().map(|(name, value)| format!("{name}={value}")));
        parts.extend([algorithm.to_string(), fields.to_string(), spec.text().replace("\r\n", "\n")]);
        // No part has a zero byte: parts can not run into each other.
        let hash = fnv1a(parts.join("\0").as_bytes());
        let folded = (hash ^ (hash >> 24) ^ (hash >> 48)) & 0x00ff_ffff;
        Self { initials: initials(spec.name()), hash: format!("{folded:06x}") }
    }

    /// The identity of the structures of a build.
    pub fn of(spec: &Spec, catalog: &Catalog) -> Self {
        Self::new(spec, catalog.scope(), catalog.algorithm(), catalog.fields())
    }

    /// The key of a structure.
    pub fn key(&self, size: u32, rank: &Count) -> String {
        format!("{self}:{size}:{rank}")
    }

    /// The initials.
    pub fn initials(&self) -> &str {
        &self.initials
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.initials, self.hash)
    }
}

/// The parts of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The prefix.
    pub identity: Identity,
    /// The size.
    pub size: u32,
    /// The rank.
    pub rank: Count,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.identity.key(self.size, &self.rank))
    }
}

impl FromStr for Key {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no key; keys look like rbt-1f3a9c:9:17");
        let mut parts = text.split(':');
        let (Some(name), Some(size), Some(rank), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let (initials, hash) = name.rsplit_once('-').ok_or_else(wrong)?;
        if initials.is_empty() || hash.len() != 6 || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let identity = Identity { initials: initials.to_owned(), hash: hash.to_lowercase() };
        let size = flag_values::count(size).map_err(|_| wrong())?;
        let within = size.to_u128().and_then(|size| u32::try_from(size).ok());
        let Some(size) = within.filter(|size| *size <= Scope::MAX_SIZE_LIMIT) else {
            return Err(format!(
                "the key {text} is of size {size}, and no structure is larger than {}",
                Scope::MAX_SIZE_LIMIT
            ));
        };
        Ok(Self { identity, size, rank: flag_values::count(rank).map_err(|_| wrong())? })
    }
}

/// The initials of a name with several parts, or the name, in letters that names of files can have.
pub fn initials(name: &str) -> String {
    const MAX_INITIALS_LEN: usize = 64;
    let plain: String =
        name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let initials = match parts.as_slice() {
        [] => "spec".to_owned(),
        [only] => (*only).to_owned(),
        several => several.iter().filter_map(|part| part.chars().next()).collect(),
    };
    truncated(initials, MAX_INITIALS_LEN)
}

/// A hash of the text of a spec, in hexadecimal digits.
pub fn spec_hash(spec: &Spec) -> String {
    text_hash(spec.text())
}

/// The hash of a text, as hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{Key, initials};
    use dpgen_forest::Scope;

    #[test]
    fn keys_round_trip() {
        let key: Key = "rbt-1f3a9c:9:123456789012345678901234567890".parse().expect("it is a key");
        assert_eq!(key.to_string(), "rbt-1f3a9c:9:123456789012345678901234567890");
        for wrong in [
            "rbt",
            "rbt-1f3a9c:9",
            "rbt-1f3a:9:17",
            "rbt-1f3a9g:9:17",
            "-1f3a9c:9:1",
            "rbt-1f3a9c:9:-1",
            "a-b-c",
        ] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
        let largest = Scope::MAX_SIZE_LIMIT;
        assert!(format!("rbt-1f3a9c:{largest}:0").parse::<Key>().is_ok());
        for size in [u128::from(largest) + 1, u128::from(u32::MAX) + 1, u128::MAX] {
            let error = format!("rbt-1f3a9c:{size}:0").parse::<Key>().expect_err("it is too large");
            assert!(
                error.contains(&format!("is of size {size}, and no structure is larger than")),
                "{error}"
            );
        }
    }

    #[test]
    fn names_have_initials() {
        let shown = ["red-black-tree", "json", "My Own_list", "--"].map(initials);
        assert_eq!(shown, ["rbt", "json", "mol", "spec"]);
    }
}
