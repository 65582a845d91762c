//! `tollgate idp`: the identity provider alone, behind a gateway.

use foundation::env::Environment;
use foundation::{Clock, Random};
use poem::EndpointExt;

use super::origin::PublicOrigin;
use super::{CommandResult, serving};
use crate::advice::{self, ServedPart};
use crate::settings::Settings;

pub(crate) async fn run() -> CommandResult {
    let environment = Environment::from_process();
    let settings = Settings::read(&environment)?;
    let config = idp::config::Config::read(&environment)?;
    serving::observe(&settings, &[idp::telemetry::FAMILIES])?;
    let signals = serving::Signals::watch()?;
    let port = serving::BoundPort::bind("IDP_LISTEN", config.base.listen)?;
    let tls = serving::tls(config.tls.as_ref())?;
    let address = port.address();
    advice::warn(ServedPart::Idp, &environment, address);
    let clock = Clock::following(Clock::system());
    let origin = PublicOrigin::new(&config.base.issuer, tls.is_some());
    let app = idp::app::App::open(config, clock, Random::system()).await?;
    let listener = port.listen(tls.as_ref())?;
    tracing::info!(%address, "listening");
    serving::keep_renewed(tls, &app.background);
    let background = app.background.clone();
    serving::serve_until_stopped(
        listener,
        &settings,
        origin.guard(idp::routes::endpoint(&app)).boxed(),
        signals,
        &[background],
    )
    .await;
    Ok(())
}
