//! Campaigns with a checker that is made up: this executable plays all parts. As `bench ...` it is the laboratory, as
//! `check ... FILE` a checker that does what FILE says, otherwise the tests.

mod campaign_tests {
    pub mod clustered;
    pub mod contained;
    pub mod exchanged;
    pub mod fake;
    pub mod reported;
    pub mod resumed;
    pub mod world;
}

use campaign_tests::{clustered, contained, exchanged, fake, reported, resumed};
use clap::Parser;
use landfall_bench::{Console, Outcome};
use libtest_mimic::{Arguments, Trial};

#[derive(Parser)]
struct Laboratory {
    #[command(flatten)]
    options: landfall_bench::Options,
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    match words.get(1).map(String::as_str) {
        Some("bench") => laboratory(&words[1..]),
        Some("check") => fake::check(&words[2..]),
        Some("--version") => println!("fake 1.0"),
        _ => tests(),
    }
}

fn laboratory(words: &[String]) {
    let options = Laboratory::parse_from(words).options;
    let (mut out, mut messages) = (std::io::stdout(), std::io::stderr());
    let mut console = Console { out: &mut out, messages: &mut messages, interactive: false };
    std::process::exit(match landfall_bench::command(options, &mut console) {
        Outcome::Done => 0,
        Outcome::Worse => 1,
        Outcome::Incomplete => 2,
        Outcome::BadInput(message) => {
            eprintln!("error: {message}");
            3
        }
    });
}

fn tests() {
    let mut trials: Vec<Trial> = Vec::new();
    let mut add = |name: &str, test: fn()| {
        trials.push(Trial::test(name, move || {
            test();
            Ok(())
        }));
    };
    add("answers_are_recorded", contained::answers_are_recorded);
    add("endless_allocation_is_contained", contained::endless_allocation_is_contained);
    add("children_are_contained", contained::children_are_contained);
    add("time_of_children_counts", contained::time_of_children_counts);
    add("who_ignores_sigterm_is_contained", contained::who_ignores_sigterm_is_contained);
    add("a_crash_is_an_error", contained::a_crash_is_an_error);
    add("a_record_is_made_once", contained::a_record_is_made_once);
    add("killed_twice_and_resumed", resumed::killed_twice_and_resumed);
    add("a_campaign_keeps_its_plan", resumed::a_campaign_keeps_its_plan);
    add("tables_equal_a_recount", reported::tables_equal_a_recount);
    add("a_browser_shows_the_page", reported::a_browser_shows_the_page);
    add("comparisons_have_an_exit_status", reported::comparisons_have_an_exit_status);
    add("a_paper_runs_its_campaign", reported::a_paper_runs_its_campaign);
    add("benchexec_makes_tables_of_exports", exchanged::benchexec_makes_tables_of_exports);
    add("exports_are_read_back", exchanged::exports_are_read_back);
    add("a_dask_cluster_gives_the_same_verdicts", clustered::a_dask_cluster_gives_the_same_verdicts);
    add("a_lost_dask_worker_loses_and_doubles_nothing", clustered::a_lost_dask_worker_loses_and_doubles_nothing);
    add("slurm_gives_the_same_verdicts", clustered::slurm_gives_the_same_verdicts);
    add("cancelled_slurm_jobs_are_made_again", clustered::cancelled_slurm_jobs_are_made_again);
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
