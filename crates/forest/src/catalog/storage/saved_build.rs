//! [`SavedBuild`]: the file format of a catalog, and reading and writing it.
//!
//! Layout: the magic `DPGENCAT`, the version (4 bytes, little endian), the length of the payload (8 bytes), the
//! payload (postcard), and its XXH3 hash (8 bytes). Loading checks all of them, that the payload's schema is the
//! model's, and that its parts fit together ([`validation`](super::catalog_validation)). A catalog gives the same bytes however often and by
//! however many threads it is built: times are left out of the report that is saved.
//!
//! The hash finds damage, and has no key: a crafted file can have the right one. So a loaded catalog is
//! well-formed whatever the file was (its counts are those of its structures, and ranks, sizes and values are within their
//! bounds), but its structures need not be those of the predicate: `dpgen_engine::recheck_saved_build` judges a sample of them.

use std::io::{BufWriter, Read, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::algorithm::{Algorithm, Fields};
use crate::catalog::Catalog;
use crate::catalog::roots::Roots;
use crate::catalog::storage::catalog_validation::CatalogParts;
use crate::catalog::storage::load_error::{FORMAT_VERSION, LoadError};
use crate::graph::dag::Dag;
use crate::index::wide;
use crate::limits::StopReason;
use crate::path_condition::PathCondition;
use crate::report::Report;
use crate::schema::Schema;
use crate::scope::Scope;

const MAGIC: [u8; 8] = *b"DPGENCAT";
/// The number of bytes before the payload.
const HEADER_LEN: u64 = 8 + 4 + 8;

#[derive(Deserialize)]
struct Payload {
    /// The source of the catalog as text: for a spec, its text.
    source: String,
    schema: Schema,
    scope: Scope,
    algorithm: Algorithm,
    fields: Fields,
    dag: Dag,
    paths: Vec<PathCondition>,
    roots: Vec<Roots>,
    complete: u32,
    stop: Option<StopReason>,
    report: Report,
}

/// The same, as it is written.
#[derive(Serialize)]
struct PayloadRef<'a> {
    source: &'a str,
    schema: &'a Schema,
    scope: &'a Scope,
    algorithm: Algorithm,
    fields: Fields,
    dag: &'a Dag,
    paths: &'a [PathCondition],
    roots: &'a [Roots],
    complete: u32,
    stop: Option<StopReason>,
    report: Report,
}

/// The number of bytes written between two polls of the limits.
const BYTES_PER_POLL: u64 = 1 << 20;

/// A writer that counts and hashes what goes through it, and fails once `halted` says that everything is to end.
struct HashingWriter<'a, W> {
    to: W,
    length: u64,
    hash: Xxh3,
    halted: &'a dyn Fn() -> bool,
}

impl<'a, W: Write> HashingWriter<'a, W> {
    fn new(to: W, halted: &'a dyn Fn() -> bool) -> Self {
        Self { to, length: 0, hash: Xxh3::new(), halted }
    }

    /// Writes a payload through it.
    fn payload(self, payload: &PayloadRef<'_>) -> std::io::Result<Self> {
        let writer = BufWriter::new(self);
        let writer = postcard::to_io(payload, writer).map_err(std::io::Error::other)?;
        writer.into_inner().map_err(std::io::IntoInnerError::into_error)
    }
}

impl<W: Write> Write for HashingWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.update(&bytes[..written]);
        let before = self.length / BYTES_PER_POLL;
        self.length += wide(written);
        if before < self.length / BYTES_PER_POLL && (self.halted)() {
            return Err(std::io::Error::other("writing it was stopped"));
        }
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush()
    }
}

/// A catalog's payload that has been read and checked, but not yet joined with a model.
///
/// ```
/// # use dpgen::prelude::*;
/// # #[derive(DpGen, Debug, Clone, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// let mut file = Vec::new();
/// trees.catalog().save("trees, the first version", &mut file).expect("it is a vector");
/// let saved = dpgen::SavedBuild::read(&file[..]).expect("it is whole");
/// assert_eq!(saved.source(), "trees, the first version");
/// assert_eq!(saved.scope().max_size(), 5);
/// assert!(dpgen::SavedBuild::read(&file[..50]).is_err());
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct SavedBuild(Box<Payload>);

impl std::fmt::Debug for Payload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Payload").field("scope", &self.scope).finish_non_exhaustive()
    }
}

impl SavedBuild {
    /// Reads a file and checks its version, length and checksum.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use dpgen::{LoadError, SavedBuild};
    ///
    /// let mut file = Vec::new();
    /// trees.save(&mut file).expect("it is a vector");
    /// assert!(SavedBuild::read(&file[..]).is_ok());
    /// *file.last_mut().unwrap() ^= 1;
    /// assert_eq!(SavedBuild::read(&file[..]).unwrap_err(), LoadError::Damaged("its checksum is wrong"));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When the bytes are not a whole catalog of this format.
    pub fn read(mut from: impl Read) -> Result<Self, LoadError> {
        let mut header = Vec::new();
        from.by_ref().take(HEADER_LEN).read_to_end(&mut header)?;
        let rest = header.strip_prefix(&MAGIC).ok_or(LoadError::NotACatalog)?;
        let (version, rest) = rest.split_first_chunk::<4>().ok_or(LoadError::Damaged("it ends early"))?;
        let version = u32::from_le_bytes(*version);
        if version != FORMAT_VERSION {
            return Err(LoadError::Version(version));
        }
        let length = rest.first_chunk::<8>().ok_or(LoadError::Damaged("it ends early"))?;
        let length = u64::from_le_bytes(*length);
        // No more than it should have, and a byte to see that there is more.
        let mut rest = Vec::new();
        from.take(length.saturating_add(8 + 1)).read_to_end(&mut rest)?;
        let (payload, hash) = rest.split_last_chunk::<8>().ok_or(LoadError::Damaged("it ends early"))?;
        if length != wide(payload.len()) {
            return Err(LoadError::Damaged("its length is not what it says"));
        }
        if u64::from_le_bytes(*hash) != xxh3_64(payload) {
            return Err(LoadError::Damaged("its checksum is wrong"));
        }
        // A vector grows as it is filled, whatever length it claims.
        match postcard::take_from_bytes::<Payload>(payload) {
            Ok((payload, [])) if payload.scope.max_size() <= Scope::MAX_SIZE_LIMIT => {
                Ok(Self(Box::new(payload)))
            }
            _ => Err(LoadError::Damaged("its content does not parse")),
        }
    }

    /// The source of the catalog as text.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The scope of the build.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.0.scope
    }

    /// The catalog, for the model it was built from.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use std::sync::Arc;
    ///
    /// let mut file = Vec::new();
    /// trees.save(&mut file).expect("it is a vector");
    /// let saved = dpgen::SavedBuild::read(&file[..]).expect("it is whole");
    /// let schema = Arc::new(trees.catalog().schema().clone());
    /// assert_eq!(saved.into_catalog(schema).expect("it fits").count(5), 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`LoadError::OtherSchema`] when the model has another schema, [`LoadError::Damaged`] when the parts of the
    /// catalog do not fit together.
    pub fn into_catalog(self, schema: Arc<Schema>) -> Result<Catalog, LoadError> {
        let payload = *self.0;
        if payload.schema != *schema {
            return Err(LoadError::OtherSchema);
        }
        let parts = CatalogParts {
            schema: &schema,
            scope: &payload.scope,
            fields: payload.fields,
            dag: &payload.dag,
            paths: &payload.paths,
            roots: &payload.roots,
            complete: payload.complete,
            stop: payload.stop,
        };
        parts.check().map_err(LoadError::Damaged)?;
        let mut catalog = Catalog::new(
            schema,
            payload.scope,
            payload.algorithm,
            payload.dag,
            payload.roots,
            payload.complete,
            payload.stop,
            payload.report,
        );
        catalog.loaded = true;
        Ok(catalog.with_paths(payload.fields, payload.paths))
    }
}

impl Catalog {
    /// Writes the catalog; `source` is the text of [`SavedBuild::source`].
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut file = Vec::new();
    /// trees.catalog().save("binary trees", &mut file).expect("it is a vector");
    /// assert!(file.starts_with(b"DPGENCAT"));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, source: &str, to: impl Write) -> std::io::Result<()> {
        self.save_until(source, to, &|| false)
    }

    /// As [`save`](Self::save), as long as `halted`, which is asked for each MiB, does not say that this is to end. It takes
    /// no memory to speak of.
    ///
    /// # Errors
    /// When writing fails, or was to end; then what was written is no whole catalog.
    pub fn save_until(
        &self,
        source: &str,
        mut to: impl Write,
        halted: &dyn Fn() -> bool,
    ) -> std::io::Result<()> {
        let payload = PayloadRef {
            source,
            schema: &self.schema,
            scope: &self.scope,
            algorithm: self.algorithm,
            fields: self.fields,
            dag: &self.dag,
            paths: &self.paths,
            roots: &self.roots,
            complete: self.complete,
            stop: self.stop,
            report: self.report.clone().without_times(),
        };
        // The length comes first: the payload is written twice, at first to nowhere.
        let length = HashingWriter::new(std::io::sink(), halted).payload(&payload)?.length;
        to.write_all(&MAGIC)?;
        to.write_all(&FORMAT_VERSION.to_le_bytes())?;
        to.write_all(&length.to_le_bytes())?;
        let hash = HashingWriter::new(&mut to, halted).payload(&payload)?.hash.digest();
        to.write_all(&hash.to_le_bytes())?;
        to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES_PER_POLL, HashingWriter};
    use crate::index::wide;
    use std::io::Write as _;
    use xxhash_rust::xxh3::xxh3_64;

    #[test]
    fn a_writer_counts_and_hashes_and_ends_when_it_is_to() {
        let bytes = [7; 1000];
        let write = |halted: &dyn Fn() -> bool| {
            let mut writer = HashingWriter::new(std::io::sink(), halted);
            let polls = BYTES_PER_POLL / wide(bytes.len()) + 1;
            (0..polls)
                .try_for_each(|_| writer.write_all(&bytes))
                .map(|()| (writer.length, writer.hash.digest()))
        };
        let all = bytes.repeat(1049);
        assert_eq!(write(&|| false).unwrap(), (wide(all.len()), xxh3_64(&all)));
        assert!(write(&|| true).is_err());
    }
}
