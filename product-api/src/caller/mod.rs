//! Callers: a user with an access token of the idp, or a website's back end with an API key.

#[expect(
    clippy::module_inception,
    reason = "the main file of a module has the module's name"
)]
mod caller;
mod cap;
mod credential;
mod ended_grants;
mod extract_guard;
mod guard;
mod identify;
mod keys;
mod lookup;
mod proof;
mod scope;
mod security;
mod site_scope;
mod step_up;
mod store;
mod token;
mod uses;
mod view;

pub(crate) use caller::{ApiKey, Caller, Mode, UserToken};
pub(crate) use cap::{CapReached, SpendAmount, SpendCap, day_of};
pub(crate) use credential::{KEY_PURPOSE, has_credential};
pub(crate) use extract_guard::extract_guard;
pub(crate) use guard::Guard;
pub(crate) use identify::identify;
pub(crate) use lookup::{KnownKeys, known_keys};
pub(crate) use scope::{
    AnyScope, BillingCatalog, BillingRead, BillingRefund, BillingSell, CreditsBuy, CreditsGrant,
    CreditsRead, CreditsSpend, CustomersRead, FeaturesRead, FeaturesWrite, KeysManage, LedgerAdmin,
    Operating, SCOPES_OF_KEYS, Scope, Scopes, WebhooksManage, Websites, insufficient,
};
pub(crate) use security::register;
pub(crate) use site_scope::{PLATFORM, SiteScope};
pub(crate) use step_up::{STEP_UP, StepUp};
pub(crate) use store::EXPIRED_PROOFS;
pub(crate) use token::Verifier;
pub(crate) use uses::Uses;
pub(crate) use view::{VIEW_HEADER, VIEWABLE, View, Viewer, view_ended, view_of, view_only};
