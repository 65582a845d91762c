//! `tollgate health`: requests a URL, for health checks in images without another HTTP client.

use foundation::outbound;

use super::CommandResult;

pub(crate) async fn run(url: &str) -> CommandResult {
    let status = outbound::client()?.get(url).send().await?.status();
    if status.is_success() {
        Ok(())
    } else {
        Err(format!("{url} answered {status}").into())
    }
}
