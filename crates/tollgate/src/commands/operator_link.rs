//! `tollgate operator-link`: prints a new one-time link that makes its user the operator.

use std::io::Write;

use foundation::env::Environment;
use foundation::{Clock, Random};

use super::CommandResult;

pub(crate) async fn run() -> CommandResult {
    let config = idp::config::Config::read(&Environment::from_process())?;
    let clock = Clock::following(Clock::system());
    let app = idp::app::App::open(config, clock, Random::system()).await?;
    match idp::operators::issue_link(&app).await? {
        Some(link) => writeln!(std::io::stdout(), "{link}")?,
        None => writeln!(std::io::stdout(), "There is an operator already.")?,
    }
    Ok(())
}
