//! `tollgate serve`: the whole product on one port, from one data directory.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use foundation::env::{Environment, SettingProblems};
use foundation::http::{Middleware, health, with_middleware};
use foundation::outbound::{self, UpstreamService};
use foundation::text::host::is_loopback_address;
use foundation::{Clock, Failure, Random};
use poem::{EndpointExt, Route};

use super::origin::PublicOrigin;
use super::pretend_stripe::PretendStripe;
use super::{CommandResult, serving};
use crate::advice::{self, ServedPart};
use crate::data::DataDirectory;
use crate::settings::Settings;
use crate::{mailbox, web};

pub(crate) async fn run() -> CommandResult {
    let mut environment = Environment::from_process();
    let settings = Settings::read(&environment)?;
    let random = Random::system();
    let data = DataDirectory::open(&settings.data_dir, &random)?;
    // With port 0 the public URL is known only once the port is bound.
    let port = serving::BoundPort::bind("TOLLGATE_LISTEN", settings.listen)?;
    let address = port.address();
    data.set_defaults(&mut environment, address)?;
    let stripe = PretendStripe::open(&settings, &mut environment, &data)?;
    let is_idp_inside = environment.get("API_IDP_URL").is_none();
    let (idp_config, mut api_config) = read_both(&environment)?;
    api_config.pretend_stripe_key = stripe.as_ref().map(|_| PretendStripe::key());
    let tls = serving::tls(idp_config.tls.as_ref())?;
    let mailbox = mailbox_of(&idp_config);
    let is_mail_sent = idp_config.mail.directory().is_none();
    serving::observe(
        &settings,
        &[idp::telemetry::FAMILIES, product_api::telemetry::FAMILIES],
    )?;
    advice::warn(ServedPart::All, &environment, address);
    let signals = serving::Signals::watch()?;
    let issuer = idp_config.base.issuer.clone();
    // Each service follows the clock of its own database.
    let clock = || Clock::following(Clock::system());
    let idp = idp::app::App::open(idp_config, clock(), random.clone()).await?;
    stripe
        .map(|stripe| stripe.start(&idp.background))
        .transpose()?;
    let idp_service = idp_service(&idp, is_idp_inside)?;
    let api =
        product_api::app::App::open_with_idp(api_config, clock(), random.clone(), idp_service)
            .await?;
    let usual = Middleware::new(idp.clock.clone(), random)
        .with_error_format(idp::routes::error_form)
        .with_error_format(product_api::routes::error_form(&api));
    let endpoint = with_middleware(usual, routes(&idp, &api, mailbox.clone(), &settings));
    let endpoint = PublicOrigin::new(&issuer, tls.is_some())
        .guard(endpoint)
        .boxed();
    let listener = port.listen(tls.as_ref())?;
    tracing::info!(%address, "listening");
    let operator_link = idp::operators::issue_link(&idp).await?;
    let mail = mail_line(&issuer, is_mail_sent, mailbox.is_some());
    print(welcome(
        &issuer,
        &settings,
        mail.as_deref(),
        operator_link.as_deref(),
    ))?;
    serving::keep_renewed(tls, &idp.background);
    let backgrounds = [idp.background.clone(), api.background.clone()];
    serving::serve_until_stopped(listener, &settings, endpoint, signals, &backgrounds).await;
    Ok(())
}

/// Returns the folder of the email that `/dev/mailbox` shows. An installation with a public URL has no such page: a
/// proxy on the same machine would show all users' sign-in links to the internet.
fn mailbox_of(config: &idp::config::Config) -> Option<PathBuf> {
    let directory = config.mail.directory()?;
    is_loopback_address(&config.base.issuer).then(|| directory.to_owned())
}

/// Returns the line about mail in the welcome; none if mail is sent.
fn mail_line(issuer: &str, is_mail_sent: bool, has_mailbox: bool) -> Option<String> {
    match (is_mail_sent, has_mailbox) {
        (true, _) => None,
        (false, true) => Some(format!(
            "{issuer}/dev/mailbox   (sign-in links arrive here; set IDP_SMTP_URL to send real mail)"
        )),
        (false, false) => Some(
            "NOT SENT: it is written to files, and nobody gets a sign-in link. Set IDP_SMTP_URL"
                .to_owned(),
        ),
    }
}

/// Returns the idp for the product API: in this process, unless the settings name another URL.
fn idp_service(idp: &Arc<idp::app::App>, is_inside: bool) -> Result<UpstreamService, Failure> {
    let client = outbound::client()?;
    Ok(if is_inside {
        UpstreamService::local(client, idp::routes::endpoint_inside(idp))
    } else {
        UpstreamService::remote(client)
    })
}

/// Reads both services' settings, so that the problems of both are reported at once.
fn read_both(
    environment: &Environment,
) -> Result<(idp::config::Config, product_api::config::Config), SettingProblems> {
    match (
        idp::config::Config::read(environment),
        product_api::config::Config::read(environment),
    ) {
        (Ok(idp), Ok(api)) => Ok((idp, api)),
        (idp, api) => {
            let problems = idp
                .err()
                .into_iter()
                .chain(api.err())
                .flat_map(|problems| problems.0);
            Err(SettingProblems(problems.collect()))
        }
    }
}

fn routes(
    idp: &Arc<idp::app::App>,
    api: &Arc<product_api::app::App>,
    mailbox: Option<PathBuf>,
    settings: &Settings,
) -> Route {
    let mut checks = idp::routes::checks(idp);
    checks.extend(product_api::routes::checks(api));
    let mut collectors = idp::telemetry::collectors(idp);
    collectors.extend(product_api::telemetry::collectors(api));
    let route = health::add_routes(Route::new(), checks, collectors);
    let route = idp::routes::add_routes(route, idp);
    let route = product_api::routes::add_routes(route, api);
    let route = match mailbox {
        Some(directory) => mailbox::add_route(route, directory),
        None => route,
    };
    route.nest_no_strip("/", web::endpoint(settings.analytics.as_ref()))
}

/// Returns a message with the next steps.
fn welcome(
    issuer: &str,
    settings: &Settings,
    mail: Option<&str>,
    operator_link: Option<&str>,
) -> String {
    let mut lines = vec![
        "\nTollgate is ready.\n".to_owned(),
        format!("  Open        {issuer}"),
    ];
    lines.extend(mail.map(|mail| format!("  Mail        {mail}")));
    lines.push(format!("  API         {issuer}/docs"));
    lines.push(format!("  Data        {}", settings.data_dir.display()));
    if let Some(link) = operator_link {
        let heading =
            "There is no operator yet. Open this link and sign in to become the operator (once):";
        lines.push(format!("\n  {heading}\n  {link}"));
    }
    lines.push("\n  Stop with Ctrl-C.\n".to_owned());
    lines.join("\n")
}

/// Prints a text in another thread: the server must not wait for a reader of its output.
fn print(text: String) -> std::io::Result<()> {
    let write = move || {
        let mut out = std::io::stdout().lock();
        // An error means that the text has no reader.
        let _printed = writeln!(out, "{text}").and_then(|()| out.flush());
    };
    let printer = thread::Builder::new().name("welcome".to_owned());
    printer.spawn(write).map(drop)
}
