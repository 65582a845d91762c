//! Settings of webhooks.

use foundation::env::Reader;
use foundation::outbound::{AllowedHosts, HostPort};

/// Settings of the delivery of events.
#[derive(Clone, Debug)]
pub struct WebhooksConfig {
    /// `API_WEBHOOK_POLL_SECONDS`: interval at which the server looks for events to send; 1 to 3600.
    pub poll_seconds: u16,
    /// `API_OUTBOUND_ALLOW`: hosts with ports that webhooks may use at private addresses and by http; none by default. Any
    /// other endpoint must use https and have a public address.
    pub allowed: AllowedHosts,
}

impl WebhooksConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            poll_seconds: poll_seconds(reader),
            allowed: allowed(reader),
        }
    }
}

fn poll_seconds(reader: &mut Reader<'_>) -> u16 {
    const NAME: &str = "API_WEBHOOK_POLL_SECONDS";
    const FORM: &str = "a number of seconds from 1 to 3600";
    let seconds = reader.parsed(NAME, 1, FORM);
    if (1..=3600).contains(&seconds) {
        return seconds;
    }
    reader.problem(NAME, "is not a number of seconds from 1 to 3600");
    1
}

fn allowed(reader: &mut Reader<'_>) -> AllowedHosts {
    const NAME: &str = "API_OUTBOUND_ALLOW";
    let text = reader.text(NAME).unwrap_or_default();
    let parts = text.split(',').map(str::trim);
    let named = parts.filter(|part| !part.is_empty()).map(str::parse);
    if let Ok(named) = named.collect::<Result<Vec<HostPort>, _>>() {
        return named.into_iter().collect();
    }
    reader.problem(
        NAME,
        "is not a list of hosts with their ports such as site.internal:8443, 10.0.0.7:443",
    );
    AllowedHosts::default()
}
