//! Dispatchers: where the leaves of a campaign run. Each gets the runs that have no record yet and hands records back as they come.

pub mod dask;
pub mod local;
pub mod slurm;

use crate::campaign::Folder;
use crate::contain::cgroup::Base;
use crate::record::{Limits, Record};

/// What the leaves need to know beside their names.
pub struct Setting<'a> {
    pub folder: &'a Folder,
    pub limits: Limits,
    /// Runs at the same time.
    pub jobs: usize,
    /// Cores of its own for each run.
    pub cores: usize,
    /// Where groups of runs may be made; without it no groups are used.
    pub base: Option<&'a Base>,
    /// The interpreter with Dask.
    pub python: &'a str,
    /// Further options of `sbatch`.
    pub sbatch: &'a [String],
}

/// Asked between runs: true when the campaign is to stop.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Where runs are made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Where {
    #[default]
    Here,
    /// The address of a scheduler, `tcp://HOST:PORT`.
    Dask(String),
    Slurm,
}

impl Where {
    pub fn parse(text: &str) -> Result<Where, String> {
        match text.split_once("://") {
            None if text == "here" => Ok(Where::Here),
            None if text == "slurm" => Ok(Where::Slurm),
            Some(("dask", place)) if place.contains(':') => Ok(Where::Dask(format!("tcp://{place}"))),
            _ => Err("expected here, slurm or dask://HOST:PORT".to_string()),
        }
    }

    /// Makes the runs. `arrived` gets every record; runs that could not be made are returned with the reason.
    pub fn dispatch(
        &self,
        runs: Vec<String>,
        setting: &Setting<'_>,
        stop: Stop<'_>,
        arrived: &mut dyn FnMut(Record) -> Result<(), String>,
    ) -> Result<Vec<(String, String)>, String> {
        match self {
            Where::Here => local::dispatch(runs, setting, stop, arrived),
            Where::Dask(address) => dask::dispatch(address, runs, setting, stop, arrived),
            Where::Slurm => slurm::dispatch(runs, setting, stop, arrived),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_parsed() {
        assert_eq!(Where::parse("slurm"), Ok(Where::Slurm));
        assert_eq!(Where::parse("dask://host:8786"), Ok(Where::Dask("tcp://host:8786".to_string())));
        assert!(Where::parse("dask://host").is_err());
        assert!(Where::parse("ssh://host:1").is_err());
    }
}
