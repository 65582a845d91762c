//! `tollgate idp`: the identity provider alone, behind a gateway.

use foundation::env::Environment;
use foundation::{Clock, Random};
use poem::EndpointExt;

use super::origin::Origin;
use super::{Outcome, serving};
use crate::advice::{self, Serving};
use crate::settings::Settings;

pub(crate) async fn run() -> Outcome {
    let environment = Environment::from_process();
    let settings = Settings::read(&environment)?;
    let config = idp::config::Config::read(&environment)?;
    serving::observe(&settings, &[idp::telemetry::FAMILIES])?;
    let signals = serving::Signals::watch()?;
    let port = serving::Port::bind("IDP_LISTEN", config.base.listen)?;
    let tls = serving::tls(config.tls.as_ref())?;
    let address = port.address();
    advice::warn(Serving::Idp, &environment, address);
    let clock = Clock::following(Clock::system());
    let origin = Origin::new(&config.base.issuer, tls.is_some());
    let app = idp::app::App::open(config, clock, Random::system()).await?;
    let door = port.listen(tls.as_ref())?;
    tracing::info!(%address, "listening");
    serving::keep_renewed(tls, &app.background);
    let background = app.background.clone();
    serving::serve_until_told(
        door,
        &settings,
        origin.guard(idp::routes::endpoint(&app)).boxed(),
        signals,
        &[background],
    )
    .await;
    Ok(())
}
