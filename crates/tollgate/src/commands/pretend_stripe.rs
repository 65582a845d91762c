//! A double of Stripe for an installation on this machine: websites sell packs without an account, and no money moves.

use std::net::{Ipv4Addr, SocketAddr};

use foundation::env::Environment;
use foundation::secret::SecretString;
use foundation::text::host::is_loopback_address;
use foundation::{Background, Clock, Failure, Random, http};
use serde_json::json;
use stripe_double::{DoubleOptions, StripeDouble};

use super::serving::BoundPort;
use crate::data::DataDirectory;
use crate::settings::Settings;

/// Setting of the address under which product-api calls Stripe.
const API_BASE: &str = "API_STRIPE_API_BASE";
/// Usual port of the double; if another process has it, the system chooses one.
const PORT: u16 = 12_111;
/// Account of the double that test modes of websites are connected to.
const ACCOUNT: &str = "acct_pretend";
/// Key of the account. It protects nothing: each program on this machine can use the double.
const KEY: &str = "rk_test_pretend";

/// A double of Stripe that has its port and does not listen yet.
pub(super) struct PretendStripe {
    double: StripeDouble,
    port: BoundPort,
}

impl PretendStripe {
    /// Opens the double, and makes product-api call it. Returns none if the installation has a public URL, or if the
    /// settings switch the double off or name another address of Stripe.
    pub(super) fn open(
        settings: &Settings,
        environment: &mut Environment,
        data: &DataDirectory,
    ) -> Result<Option<Self>, Failure> {
        let issuer = environment.get("IDP_BASE_URL").unwrap_or_default();
        let is_wanted = settings.has_pretend_stripe
            && is_loopback_address(issuer)
            && environment.get(API_BASE).is_none();
        if !is_wanted {
            return Ok(None);
        }
        let port = bind()?;
        let base_url = format!("http://localhost:{}", port.address().port());
        environment.set_default(API_BASE, base_url.clone());
        let double = StripeDouble::open(DoubleOptions {
            clock: Clock::system(),
            random: Random::system(),
            folder: Some(data.stripe()),
            base_url,
        })?;
        let key = json!({ "account": ACCOUNT, "key": KEY });
        double
            .control("add_key", &key)
            .map_err(|refusal| Failure::defect(refusal.to_string()))?;
        Ok(Some(Self { double, port }))
    }

    /// Returns the key by which product-api connects the test modes of websites.
    pub(super) fn key() -> SecretString {
        KEY.into()
    }

    /// Serves the double until the background stops.
    pub(super) fn start(self, background: &Background) -> Result<(), Failure> {
        let listener = self.port.listen(None)?;
        let endpoint = self.double.endpoint();
        let stopping = background.stopping();
        background.start("pretend stripe", async move {
            let _drained = http::serve(listener, endpoint, stopping).await;
        });
        self.double.start(background);
        Ok(())
    }
}

fn bind() -> Result<BoundPort, Failure> {
    let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let setting = "TOLLGATE_PRETEND_STRIPE";
    BoundPort::bind(setting, at(PORT)).or_else(|_in_use| BoundPort::bind(setting, at(0)))
}
