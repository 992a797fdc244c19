//! What the user says about a program: its files, its meaning, its property. Options that several commands share.

mod loaded;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landfall::cfa::{DataModel, Overflow};
use landfall::front::{Checks, ExternPolicy, FrontOptions};

use crate::output::human::shell_word;
use crate::project::{self, Project, ProjectOptions};
use crate::property::{PropertyFile, property_of};
use crate::task::Job;
pub use loaded::{Compiled, Loaded, load};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "The program")]
pub struct ProgramOptions {
    /// Sizes of types: ILP32 or LP64 [default: LP64, or the task's]
    #[arg(long, value_name = "MODEL", ignore_case = true, hide_possible_values = true)]
    pub data_model: Option<DataModelName>,

    /// The function in which executions start [default: main]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Functions that the entry does not reach are part of the program as well; there need be no entry.
    #[arg(skip)]
    pub every_function: bool,

    /// Library functions do what they do in reality.
    #[arg(skip)]
    pub real: bool,

    /// An SV-COMP property file that says what is an error.
    #[arg(long, value_name = "FILE.prp")]
    pub property: Option<PathBuf>,

    /// Signed overflow is: undefined, or wrap.
    #[arg(long, value_name = "MEANING", default_value = "undefined", hide_possible_values = true)]
    pub signed_overflow: OverflowName,

    /// Missing functions: arbitrary, or unknown.
    #[arg(long = "extern", value_name = "MEANING", default_value = "arbitrary", hide_possible_values = true)]
    pub externs: ExternName,

    /// Errors besides failing assertions: memory, overflow, div-zero, shift, all four (undefined), none (assert); uninit, leak.
    /// [default: undefined, or as the property says]
    #[arg(long = "check", value_name = "WHAT", value_delimiter = ',', hide_possible_values = true)]
    pub checks: Vec<CheckName>,

    /// Whether malloc may fail (may-fail).
    #[arg(long, value_name = "MEANING", default_value = "never-fails", hide_possible_values = true)]
    pub malloc: MallocName,

    /// Functions of the environment: what they give is an input.
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',')]
    pub environment: Vec<String>,

    /// A folder with models of library functions in C.
    #[arg(long, value_name = "DIR")]
    pub library: Vec<PathBuf>,

    /// What volatile reads give: input, or memory [default: input]
    #[arg(long, value_name = "MEANING", hide_possible_values = true)]
    pub volatile: Option<VolatileName>,

    /// Operands in any order that C allows, or as written [default: any]
    #[arg(long, value_name = "ORDER", hide_possible_values = true, hide_default_value = true, default_value = "any")]
    pub order: OrderName,

    /// Addresses of a device, as in 0x40000000-0x4fffffff.
    #[arg(long, value_name = "FROM-TO")]
    pub device: Vec<AddressRange>,

    /// Another C file of the program, linked as a compiler links it.
    #[arg(long, value_name = "FILE.c")]
    pub link: Vec<PathBuf>,

    /// Search for included files in this folder.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Define a macro, NAME or NAME=VALUE.
    #[arg(short = 'D', value_name = "NAME")]
    pub define: Vec<String>,

    /// A file with options, instead of landfall.toml here.
    #[arg(long, value_name = "FILE.toml")]
    pub config: Option<PathBuf>,

    /// Do not read landfall.toml.
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,

    #[command(flatten)]
    pub project: ProjectOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DataModelName {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

impl From<DataModelName> for DataModel {
    fn from(name: DataModelName) -> DataModel {
        match name {
            DataModelName::Ilp32 => DataModel::Ilp32,
            DataModelName::Lp64 => DataModel::Lp64,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OverflowName {
    Undefined,
    Wrap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExternName {
    Arbitrary,
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckName {
    #[value(alias = "none")]
    Assert,
    Undefined,
    Memory,
    Overflow,
    DivZero,
    Shift,
    Uninit,
    Leak,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MallocName {
    NeverFails,
    MayFail,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum VolatileName {
    Input,
    Memory,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OrderName {
    Any,
    Written,
}

/// The first and the last address of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressRange {
    pub from: u64,
    pub to: u64,
}

impl std::str::FromStr for AddressRange {
    type Err = String;

    fn from_str(text: &str) -> Result<AddressRange, String> {
        let number = |text: &str| {
            let text = text.trim();
            let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
            digits.map_or_else(|| text.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())
        };
        let (from, to) = text.split_once('-').ok_or("expected two addresses, as in 0x40000000-0x4fffffff")?;
        match (number(from), number(to)) {
            (Some(0), Some(_)) => Err("the null pointer is no address of a device".into()),
            (Some(from), Some(to)) if from <= to => Ok(AddressRange { from, to }),
            (Some(_), Some(_)) => Err("the last address is before the first".into()),
            _ => Err("expected addresses in decimal or hexadecimal, as in 0x40000000-0x4fffffff".into()),
        }
    }
}

impl std::fmt::Display for AddressRange {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:#x}-{:#x}", self.from, self.to)
    }
}

impl CheckName {
    fn word(self) -> &'static str {
        match self {
            CheckName::Assert => "assert",
            CheckName::Undefined => "undefined",
            CheckName::Memory => "memory",
            CheckName::Overflow => "overflow",
            CheckName::DivZero => "div-zero",
            CheckName::Shift => "shift",
            CheckName::Uninit => "uninit",
            CheckName::Leak => "leak",
        }
    }
}

impl ProgramOptions {
    /// The command line's word, else the task definition's, else LP64.
    pub fn data_model(&self, job: Option<&Job>) -> DataModel {
        match self.data_model {
            Some(name) => name.into(),
            None => job.and_then(|job| job.data_model).unwrap_or(DataModel::Lp64),
        }
    }

    /// The job for the file that is named or, if none is, for that of the entry function.
    pub fn job(&self, file: Option<&Path>) -> Result<Job, String> {
        match file {
            Some(file) => Job::from_operand(file),
            None => Job::from_operand(&entry_file(self)?),
        }
    }

    /// Whether functions without a body are taken to return arbitrary values.
    pub fn trusts_externs(&self) -> bool {
        self.externs == ExternName::Arbitrary
    }

    /// The undefined behaviour that is an error besides what a property file names.
    fn checks(&self, has_property: bool) -> Checks {
        let has = |name: CheckName| self.checks.contains(&name);
        let by_name = Checks {
            memory: has(CheckName::Memory),
            overflow: has(CheckName::Overflow),
            shift_overflow: has(CheckName::Overflow),
            division: has(CheckName::DivZero),
            shift: has(CheckName::Shift),
            leak: has(CheckName::Leak),
            track: false,
            uninitialised: has(CheckName::Uninit),
        };
        let mut all = if self.checks.is_empty() && !has_property || has(CheckName::Undefined) {
            by_name | Checks::UNDEFINED
        } else {
            by_name
        };
        // What wraps by declaration does not overflow, unless somebody asks.
        let overflows = self.signed_overflow == OverflowName::Undefined || by_name.overflow;
        all.overflow &= overflows;
        all.shift_overflow &= overflows;
        all
    }

    fn overflow(&self) -> Overflow {
        match self.signed_overflow {
            OverflowName::Undefined => Overflow::Undefined,
            OverflowName::Wrap => Overflow::Wrap,
        }
    }

    /// The property file of the command line, else the task definition's, else none.
    fn property_file(&self, job: &Job) -> Result<Option<PropertyFile>, String> {
        match &self.property {
            Some(path) => PropertyFile::read(path).map(Some),
            None => Ok(job.property.clone()),
        }
    }

    fn front(&self, job: &Job) -> Result<FrontOptions, String> {
        let file = self.property_file(job)?;
        let mut front = FrontOptions::new(self.data_model(Some(job)));
        if let (None, None, Some(database)) = (self.data_model, job.data_model, &self.project.database) {
            front.preprocess.data_model = project::data_model(database)?.unwrap_or(front.preprocess.data_model);
        }
        front.preprocess.include_directories = self.include.clone();
        front.preprocess.definitions = self.define.clone();
        front.overflow = self.overflow();
        front.externs = match self.externs {
            ExternName::Arbitrary => ExternPolicy::Arbitrary,
            ExternName::Unknown => ExternPolicy::Unknown,
        };
        front.checks = self.checks(file.is_some());
        front.malloc_may_fail = self.malloc == MallocName::MayFail;
        front.devices = self.device.iter().map(|device| (device.from, device.to)).collect();
        front.environment = self.environment.clone();
        front.library = self.library.clone();
        // SV-COMP's programs are whole ones.
        front.complete = file.is_some();
        front.volatile_is_memory = match self.volatile {
            Some(meaning) => meaning == VolatileName::Memory,
            None => file.is_some() || self.real,
        };
        front.ordered_as_written = self.order == OrderName::Written;
        front.property = property_of(file.as_ref());
        if let Some(entry) = self.entry.clone().or(file.map(|file| file.entry)) {
            front.entry = entry;
        }
        front.every_function = self.every_function;
        front.real = self.real;
        Ok(front)
    }

    /// The options that give a program another meaning, as words of a command line.
    pub fn as_words(&self) -> Vec<String> {
        self.as_arguments().iter().map(|word| shell_word(word)).collect()
    }

    /// The options that give a program another meaning, as arguments of the command.
    pub fn as_arguments(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |option: &str, value: String| words.extend([option.to_string(), value]);
        if let Some(model) = self.data_model {
            add("--data-model", data_model_name(model.into()).to_string());
        }
        if let Some(entry) = &self.entry {
            add("--entry", entry.clone());
        }
        if let Some(property) = &self.property {
            add("--property", property.display().to_string());
        }
        if self.signed_overflow == OverflowName::Wrap {
            add("--signed-overflow", "wrap".to_string());
        }
        if self.externs == ExternName::Unknown {
            add("--extern", "unknown".to_string());
        }
        self.checks.iter().for_each(|check| add("--check", check.word().to_string()));
        if self.malloc == MallocName::MayFail {
            add("--malloc", "may-fail".to_string());
        }
        self.environment.iter().for_each(|name| add("--environment", name.clone()));
        self.library.iter().for_each(|folder| add("--library", folder.display().to_string()));
        if let Some(meaning) = self.volatile {
            let word = if meaning == VolatileName::Memory { "memory" } else { "input" };
            add("--volatile", word.to_string());
        }
        if self.order == OrderName::Written {
            add("--order", "written".to_string());
        }
        self.device.iter().for_each(|device| add("--device", device.to_string()));
        self.project.add_arguments(&mut add);
        if let Some(config) = &self.config {
            add("--config", config.display().to_string());
        }
        self.link.iter().for_each(|file| add("--link", file.display().to_string()));
        self.include.iter().for_each(|folder| add("-I", folder.display().to_string()));
        self.define.iter().for_each(|name| add("-D", name.clone()));
        words.extend(self.no_config.then(|| "--no-config".to_string()));
        words
    }
}

/// The file that stands for a program of which no file is named: that of the entry function.
pub fn entry_file(options: &ProgramOptions) -> Result<PathBuf, String> {
    if let (Some(harness), false) = (&options.project.harness, options.project.is_given()) {
        return Ok(harness.clone());
    }
    let nothing = Job::from_operand(Path::new(""))?;
    Project::read(&options.project, &[], &options.front(&nothing)?)?.entry_file()
}

pub fn data_model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    }
}
