//! Dispatchers: where the leaves of a campaign run. Each gets the runs that have no record yet and hands records back as they come.

pub mod local;

use crate::campaign::Folder;
use crate::contain::cgroup::Base;

/// What the leaves need to know beside their names.
pub struct Setting<'a> {
    pub folder: &'a Folder,
    /// Runs at the same time.
    pub jobs: usize,
    /// Cores of its own for each run.
    pub cores: usize,
    /// Where groups of runs may be made; without it no groups are used.
    pub base: Option<&'a Base>,
}

/// Asked between runs: true when the campaign is to stop.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);
