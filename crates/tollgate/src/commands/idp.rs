//! `tollgate idp`: the identity provider alone, behind a gateway.

use foundation::env::Environment;
use foundation::{Clock, Random};

use super::{Outcome, serving};
use crate::settings::Settings;

pub(crate) async fn run() -> Outcome {
    let environment = Environment::of_process();
    let settings = Settings::read(&environment)?;
    let config = idp::config::Config::read(&environment)?;
    serving::observe(&settings)?;
    let signals = serving::Signals::watch()?;
    let listener = serving::listen("IDP_LISTEN", config.base.listen).await?;
    let door = serving::door(listener, config.tls.as_ref())?;
    let address = door.local_addr()?;
    let app = idp::app::App::open(config, Clock::system(), Random::system()).await?;
    tracing::info!(%address, "listening");
    let background = app.background.clone();
    serving::serve_until_told(
        vec![door],
        &settings,
        idp::routes::endpoint(&app),
        signals,
        &[background],
    )
    .await;
    Ok(())
}
