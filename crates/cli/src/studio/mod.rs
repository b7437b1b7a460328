//! `dpgen studio`: a page on this machine that shows what a predicate accepts while it is written.
//!
//! In the order of a request: `server.rs` listens, `request_guard.rs` (with `access_token.rs`) lets only the page's own requests
//! pass, `routes.rs` and `version_routes.rs` answer them, from a `studio_state.rs`. A page is a `tab.rs`; an edit of its text is read with its `build_settings.rs` and built by
//! `version_build.rs`, which gives a `spec_version.rs`. What is shown of a version is made here, as HTML: `count_table.rs`,
//! `rejection_table.rs`, `structure_grid.rs`, `edit_comparison.rs`; and of one structure, of a rank or changed by hand
//! (`structure_view.rs`), `structure_detail.rs` and `verdict_text.rs`. `spec_source.rs` is the file, `page/` has what runs in
//! the browser, `page_files.rs` serves that. `folder_page/` is another page: what tests saw, or a report.
//!
//! Invariant: whatever comes from a spec is escaped where it becomes HTML.

mod access_token;
mod build_settings;
mod count_table;
mod edit_comparison;
mod folder_page;
mod page_files;
mod refusal;
mod rejection_table;
mod request_guard;
mod routes;
mod server;
mod spec_source;
mod spec_version;
mod structure_detail;
mod structure_grid;
mod structure_view;
mod studio_state;
mod tab;
mod utf16_range;
mod verdict_text;
mod version_build;
mod version_routes;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
use crate::input::flag_values;
use build_settings::SettingsText;
use folder_page::{FolderKind, FolderStudio, folder_routes};
use routes::routes;
use server::run_server;
use spec_source::SpecSource;
use studio_state::Studio;
use tab::TabEvent;

/// The time between two looks at the file.
const FILE_INTERVAL: Duration = Duration::from_millis(250);

/// Opens a page on this machine that shows what a spec accepts while it is written
///
/// Prints the address of the page, which has a token that no one else knows, and serves it on the loopback interface alone until
/// Ctrl-C. The page has the spec and its mistakes, the counts of each size, structures as drawings, and what the last edit gained
/// and lost. The flags are what the page begins with; it can change them, but for --port and --threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A .ron file, which is followed while it is edited elsewhere, and written only by Save; it need not be there yet. Or a
    /// built-in spec's name (see `dpgen specs`) [default: red-black-tree]. Or a folder: of what tests wrote with DPGEN_OBSERVE, of
    /// `diff --report`, or of `hunt --out`
    #[arg(value_name = "SPEC")]
    spec: Option<String>,
    /// The port of the page; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// The largest size of a structure; the parameter n of the spec
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = flag_values::sizes())]
    max_size: u32,
    /// The most time of a build
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = flag_values::time)]
    time: Duration,
    /// The most memory of a build
    #[arg(long, value_name = "BYTES", default_value = "1GB", value_parser = flag_values::bytes)]
    memory: u64,
    /// How many threads a build has, up to 512; 0 is one a core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = flag_values::threads)]
    threads: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    if let Some(folder) = args.spec.as_deref().map(Path::new).filter(|path| path.is_dir()) {
        let kind = FolderKind::of(folder).map_err(CommandError::Usage)?;
        let folder = folder.canonicalize().map_err(|error| {
            CommandError::Usage(format!("the folder {} can not be read: {error}", folder.display()))
        })?;
        let studio = Arc::new(FolderStudio { folder, kind });
        run_server(args.port, |base| folder_routes(base, studio))?;
        return Ok(ExitCode::Complete);
    }
    let source = SpecSource::open(args.spec.as_deref())?;
    let settings = SettingsText {
        max_size: args.max_size.to_string(),
        parameters: String::new(),
        each_size: false,
        time: humantime::format_duration(args.time).to_string(),
        memory: bytesize::ByteSize::b(args.memory).display().si().to_string(),
    };
    let studio = Arc::new(Studio { source, settings, threads: args.threads, tabs: Arc::default() });
    if studio.source.file.is_some() {
        let studio = studio.clone();
        thread::spawn(move || follow_file(&studio));
    }
    run_server(args.port, |base| routes(base, studio))?;
    Ok(ExitCode::Complete)
}

/// Tells all pages when the file has changed.
fn follow_file(studio: &Studio) {
    loop {
        thread::sleep(FILE_INTERVAL);
        if let Some(saved) = studio.source.look() {
            studio.tabs.tell_all(&TabEvent { name: "file", data: json!(saved) });
        }
    }
}
