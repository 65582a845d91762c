//! Automatic top-ups: rules by which packs are bought when a buyer's credits fall below a threshold, and their attempts, each with
//! an invoice at Stripe that is paid with the saved card while the buyer is away.

mod announce;
mod api;
mod apply_facts;
mod apply_topup_invoice;
mod attempt;
mod attempt_state;
mod check_request;
mod choose_pack;
mod claim;
mod consent_sentence;
mod decline;
mod declined_cards;
mod end_attempt;
mod find_card;
mod find_owner;
mod follow_card;
mod fulfil;
mod kept_pause;
mod list_attempts;
mod locked_topup;
mod lower_topup;
mod mail_buyer;
mod make_invoice;
mod meet_owner;
mod needs_consent;
mod offer_rule;
mod offered_rule;
mod own_seller;
mod pay_invoice;
mod read_facts;
mod read_topup;
mod record_by_buyer;
mod retry_topup;
mod rule;
mod rule_state;
mod run;
mod run_attempt;
mod set_agreed_rule;
mod set_topup;
mod setup_refusal;
mod start_attempt;
mod stop_for_dispute;
mod store;
mod sweep_topups;
mod terms;
#[cfg(test)]
mod tests;
mod topup_facts;
mod transition;
mod turn_off_topup;
mod views;
mod void_invoice;

pub(crate) use api::{MyTopUpApi, TopUpsApi};
pub(crate) use apply_topup_invoice::{apply_topup_invoice, topup_of};
pub(crate) use check_request::RuleNumbers;
pub(crate) use consent_sentence::ShownSeller;
pub(crate) use follow_card::follow_card;
pub(crate) use offer_rule::{RuleOffer, RuleRequest, offer_errors, offer_rule};
pub(crate) use offered_rule::{AgreedRule, OfferedRule};
pub(crate) use rule::{DEFAULT_MIN_SECONDS, TopUpCard};
pub(crate) use run::start;
pub(crate) use set_agreed_rule::{is_rule_settable, set_agreed_rule};
pub(crate) use stop_for_dispute::stop_for_dispute;
#[cfg(test)]
pub(super) use store::TEXTS;
pub use sweep_topups::sweep_topups;
pub(crate) use terms::TopUpTerms;
#[cfg(test)]
pub(super) use tests::{SeenInvoice, TestRules};
