//! `tollgate api`: the product API alone, behind a gateway.

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
    let config = product_api::config::Config::read(&environment)?;
    serving::observe(&settings, &[product_api::telemetry::FAMILIES])?;
    let signals = serving::Signals::watch()?;
    let port = serving::BoundPort::bind("API_LISTEN", config.base.listen)?;
    let address = port.address();
    advice::warn(ServedPart::Api, &environment, address);
    let clock = Clock::following(Clock::system());
    let origin = PublicOrigin::new(&config.issuer.issuer, false);
    let app = product_api::app::App::open(config, clock, Random::system()).await?;
    let listener = port.listen(None)?;
    tracing::info!(%address, "listening");
    let background = app.background.clone();
    serving::serve_until_stopped(
        listener,
        &settings,
        origin.guard(product_api::routes::endpoint(&app)).boxed(),
        signals,
        &[background],
    )
    .await;
    Ok(())
}
