//! `tollgate health`: asks a URL, for health checks in images that hold no other client.

use foundation::outbound;

use super::Outcome;

pub(crate) async fn run(url: &str) -> Outcome {
    let status = outbound::client()?.get(url).send().await?.status();
    if status.is_success() {
        Ok(())
    } else {
        Err(format!("{url} answered {status}").into())
    }
}
