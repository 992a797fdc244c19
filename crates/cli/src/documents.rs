//! `landfall completions` and `landfall man`: what shells and `man` read, made from the declarations of the options.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::artifacts::write_file;
use crate::exit::Status;
use crate::output::{print, tell};

/// Write completions for a shell to stdout.
#[derive(Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionOptions {
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const COMPLETIONS: &str = "\
Examples:
  landfall completions bash > ~/.local/share/bash-completion/completions/landfall
  landfall completions fish > ~/.config/fish/completions/landfall.fish";

/// Write the manual pages into a folder: one for the command, one for each of its subcommands.
#[derive(Args)]
pub struct ManOptions {
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn completions(options: CompletionOptions, mut command: Command) -> Status {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut command, "landfall", &mut text);
    print(&String::from_utf8_lossy(&text), Status::Proved);
    Status::Proved
}

pub fn manual(options: ManOptions, command: Command) -> Status {
    match write_pages(&options, command) {
        Ok(()) => Status::Proved,
        Err(message) => {
            tell(&format!("error: {message}"));
            Status::BadInput
        }
    }
}

fn write_pages(options: &ManOptions, mut command: Command) -> Result<(), String> {
    let folder = &options.folder;
    std::fs::create_dir_all(folder).map_err(|e| format!("cannot make the folder {}: {e}", folder.display()))?;
    command.build();
    let subcommands = command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help");
    let pages: Vec<(String, Command)> = std::iter::once(("landfall".to_string(), command.clone()))
        .chain(subcommands.map(|sub| (format!("landfall-{}", sub.get_name()), sub.clone())))
        .collect();
    for (name, page) in pages {
        let mut text = Vec::new();
        clap_mangen::Man::new(page).title(&name).render(&mut text).map_err(|e| format!("the page {name}: {e}"))?;
        write_file(&folder.join(format!("{name}.1")), &String::from_utf8_lossy(&text))?;
    }
    Ok(())
}
