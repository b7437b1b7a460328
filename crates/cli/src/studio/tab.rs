//! [`Tab`]: a page that is open in a browser, with the version that it shows and the build that it waits for.
//!
//! An edit cancels the build before it and begins one on a thread of its own, which tells the page by events. A tab lasts as long
//! as its page listens to events ([`Tabs::open`], [`OpenTab`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use dpgen_forest::{Budget, CancelToken, Limits};
use dpgen_spec::Spec;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::build_settings::BuildSettings;
use super::count_table::{built_sentence, count_table, growing_sentence, growing_table};
use super::edit_comparison::comparison_section;
use super::spec_version::SpecVersion;
use super::version_build::VersionOrder;

/// The most time of a comparison with another version.
const MAX_COMPARISON_TIME: Duration = Duration::from_secs(5);

/// What a page is told.
#[derive(Debug, Clone, PartialEq)]
pub struct TabEvent {
    /// The kind.
    pub name: &'static str,
    /// What belongs to it.
    pub data: Value,
}

/// The tabs that are open.
#[derive(Debug, Default)]
pub struct Tabs {
    open: Mutex<(u64, HashMap<u64, Arc<Tab>>)>,
}

/// A tab, and what its page is told. It closes when this is dropped.
#[derive(Debug)]
pub struct OpenTab {
    /// The tab.
    pub tab: Arc<Tab>,
    events: UnboundedReceiver<TabEvent>,
    tabs: Arc<Tabs>,
}

/// A page that is open in a browser.
#[derive(Debug)]
pub struct Tab {
    /// Its number.
    pub id: u64,
    events: UnboundedSender<TabEvent>,
    state: Mutex<TabState>,
}

#[derive(Debug, Default)]
struct TabState {
    last_number: u64,
    /// Ends the build that runs, or ran last.
    cancel: CancelToken,
    /// The version that was built last.
    current: Option<Arc<SpecVersion>>,
    /// The spec as it was saved, built for a comparison.
    saved: Option<Arc<SpecVersion>>,
}

/// An edit: a spec that was read, and what to do with it.
#[derive(Debug)]
pub struct Edit {
    /// The spec.
    pub spec: Spec,
    /// The scope and limits.
    pub settings: BuildSettings,
    /// The spec as it was saved, if it can be read.
    pub saved: Option<Spec>,
    /// How many threads work; 0 is one a core.
    pub threads: usize,
}

impl Tabs {
    /// Opens a tab.
    pub fn open(self: &Arc<Self>) -> OpenTab {
        let (events, received) = mpsc::unbounded_channel();
        let mut open = self.lock();
        open.0 += 1;
        let tab = Arc::new(Tab { id: open.0, events, state: Mutex::default() });
        open.1.insert(tab.id, tab.clone());
        OpenTab { tab, events: received, tabs: self.clone() }
    }

    /// The tab with a number, if it is open.
    pub fn find(&self, id: u64) -> Option<Arc<Tab>> {
        self.lock().1.get(&id).cloned()
    }

    /// Tells all pages.
    pub fn tell_all(&self, event: &TabEvent) {
        self.lock().1.values().for_each(|tab| tab.tell(event.clone()));
    }

    fn lock(&self) -> MutexGuard<'_, (u64, HashMap<u64, Arc<Tab>>)> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenTab {
    /// What the page is told next.
    pub async fn next_event(&mut self) -> Option<TabEvent> {
        self.events.recv().await
    }
}

impl Drop for OpenTab {
    fn drop(&mut self) {
        self.tab.lock().cancel.cancel();
        self.tabs.lock().1.remove(&self.tab.id);
    }
}

impl Tab {
    /// Tells the page.
    pub fn tell(&self, event: TabEvent) {
        // A page that has gone needs not to know.
        let _ = self.events.send(event);
    }

    /// The version with a number, if the page shows it.
    pub fn version(&self, number: u64) -> Option<Arc<SpecVersion>> {
        self.lock().current.clone().filter(|version| version.number == number)
    }

    /// Cancels the build that runs, as its text is no longer the page's.
    pub fn cancel(&self) {
        self.lock().cancel.cancel();
    }

    /// Begins to build an edit in place of what is built now; the number of the version.
    pub fn edit(self: &Arc<Self>, edit: Edit) -> u64 {
        let mut state = self.lock();
        state.cancel.cancel();
        state.cancel = CancelToken::new();
        state.last_number += 1;
        let (number, cancel) = (state.last_number, state.cancel.clone());
        drop(state);
        let tab = self.clone();
        thread::spawn(move || tab.build(number, edit, &cancel));
        number
    }

    /// Builds an edit and tells the page of it.
    fn build(&self, number: u64, edit: Edit, cancel: &CancelToken) {
        let Edit { spec, settings, saved, threads } = edit;
        let order =
            |spec| VersionOrder { number, spec, settings: settings.clone(), cancel: cancel.clone(), threads };
        let built = order(spec).build(|figures| {
            let (table, sentence) = (growing_table(figures), growing_sentence(figures, &settings));
            let data = json!({"version": number, "done": false, "table": table, "sentence": sentence});
            self.tell_of_build(cancel, TabEvent { name: "counts", data });
        });
        let version = match built {
            Ok(version) => Arc::new(version),
            Err(message) => {
                let data = json!({"version": number, "message": message});
                return self.tell_of_build(cancel, TabEvent { name: "failed", data });
            }
        };
        let mut state = self.lock();
        if cancel.is_cancelled() {
            return;
        }
        let before = state.current.replace(version.clone());
        drop(state);
        self.tell(TabEvent { name: "counts", data: counts_data(&version) });
        // What was saved is built with the same settings, unless it is the version itself or known.
        let saved = saved.filter(|saved| saved.text() != version.spec.text());
        let saved = saved.and_then(|saved| self.saved_version(order(saved)));
        let budget = Budget::from_now(&Limits::none().time(MAX_COMPARISON_TIME).cancel(cancel.clone()));
        let before = before.filter(|before| before.spec.text() != version.spec.text());
        let mut html = String::new();
        if let Some(before) = &before {
            html += &comparison_section(before, &version, "the version before", &budget);
        }
        let is_other = |saved: &Arc<SpecVersion>| {
            before.as_ref().is_none_or(|before| before.spec.text() != saved.spec.text())
        };
        if let Some(saved) = saved.filter(is_other) {
            html += &comparison_section(&saved, &version, "the spec as it was opened or saved", &budget);
        }
        let data = json!({"version": number, "html": html});
        self.tell_of_build(cancel, TabEvent { name: "changes", data });
    }

    /// The build of the spec as it was saved; none if that is cancelled or fails.
    fn saved_version(&self, order: VersionOrder) -> Option<Arc<SpecVersion>> {
        let known = self.lock().saved.clone();
        let fits = |known: &Arc<SpecVersion>| {
            known.spec.text() == order.spec.text() && known.settings == order.settings
        };
        if let Some(known) = known.filter(fits) {
            return Some(known);
        }
        let cancel = order.cancel.clone();
        let built = Arc::new(order.build(|_| ()).ok()?);
        (!cancel.is_cancelled()).then(|| {
            self.lock().saved = Some(built.clone());
            built
        })
    }

    /// Tells the page, unless the build is cancelled.
    fn tell_of_build(&self, cancel: &CancelToken, event: TabEvent) {
        let _state = self.lock();
        if !cancel.is_cancelled() {
            self.tell(event);
        }
    }

    fn lock(&self) -> MutexGuard<'_, TabState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The figures of a version that is built.
fn counts_data(version: &SpecVersion) -> Value {
    let sizes: Vec<String> =
        (0..version.complete_sizes()).map(|size| version.count(size).to_string()).collect();
    let attributes = version.builds.last().and_then(|build| {
        let attributes = version.spec.attributes(build.scope(), None).ok()?;
        let names = attributes.names(build.schema().root());
        Some(names.into_iter().map(str::to_owned).collect::<Vec<_>>())
    });
    json!({
        "version": version.number,
        "done": true,
        "table": count_table(version),
        "sentence": built_sentence(version),
        "counts": sizes,
        "attributes": attributes.unwrap_or_default(),
    })
}
