//! Checks the texts of a request: return addresses must belong to the website that sells, or to this installation.

use super::buyer::Sale;
use super::prepare_checkout::CheckoutRequest;
use super::return_url::ReturnRules;
use crate::app::App;
use crate::billing::topups::offer_errors;
use crate::caller::Mode;
use crate::problem::Problem;
use crate::websites::addresses_of;

/// Rejects with 400 return addresses that buyers must not be led to, texts that are no code, and unknown languages.
pub(super) async fn check_request(
    app: &App,
    sale: &Sale,
    request: &CheckoutRequest,
) -> Result<(), Problem> {
    let rules = return_rules(app, sale.website_id(), sale.mode).await?;
    let addresses = [
        ("success_url", &request.success_url),
        ("cancel_url", &request.cancel_url),
    ];
    let errors = addresses
        .into_iter()
        .filter_map(|(member, address)| rules.check(member, address).err());
    let wanted = match &request.top_up {
        Some(numbers) => offer_errors(&request.item.code, numbers),
        None => request.item.code_error().into_iter().collect(),
    };
    let others = wanted.into_iter().chain(request.locale_error());
    let errors: Vec<_> = errors.chain(others).collect();
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem::invalid(&errors))
}

/// Returns the rules for return addresses of a website, or of the platform.
pub(super) async fn return_rules(
    app: &App,
    website_id: Option<&str>,
    mode: Mode,
) -> Result<ReturnRules, Problem> {
    let own = match website_id {
        Some(id) => addresses_of(app, id).await?,
        None => Vec::new(),
    };
    let all = own.iter().map(String::as_str);
    let all = all.chain([app.config.issuer.issuer.as_str()]);
    Ok(ReturnRules::new(mode, all))
}
