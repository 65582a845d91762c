//! A rule and its attempts, as responses show them.

use foundation::{Connection, Failure, Timestamp};

use super::attempt::Attempt;
use super::attempt_state::AttemptState;
use super::claim::MonthSum;
use super::find_owner::TopUpOwner;
pub(super) use super::rule::TopUpCard;
use super::rule::{DEFAULT_MIN_SECONDS, TopUpRule};
use super::rule_state::RuleState;
use super::store;
use crate::app::App;
use crate::billing::connections::settings_of_book;
use crate::billing::currency::Currency;
use crate::problem::Problem;

/// The pack of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopUpPack {
    /// The code.
    pub(super) code: String,
    /// The name.
    pub(super) name: String,
    /// The version.
    pub(super) version: i64,
    /// The credits of one pack.
    pub(super) credits: i64,
    /// The free credits of one pack.
    pub(super) bonus: i64,
}

/// The paid and open attempts of the current month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TopUpMonth {
    /// Their amount in minor units.
    pub(super) spent_minor: i64,
    /// Their number.
    pub(super) count: i64,
    /// The end of the month in UTC.
    pub(super) ends_at: Timestamp,
}

/// A rule. The amounts of an owner without a rule are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopUpView {
    /// The state.
    pub(super) state: RuleState,
    /// The reason of the state, or of a pause.
    pub(super) reason: Option<String>,
    /// The pack.
    pub(super) pack: Option<TopUpPack>,
    /// The number of packs that are bought at once.
    pub(super) quantity: i64,
    /// Credits below which packs are bought.
    pub(super) threshold: i64,
    /// The price of one purchase in minor units.
    pub(super) amount_minor: i64,
    /// The currency.
    pub(super) currency: Currency,
    /// The credits of one purchase, without the bonus.
    pub(super) credits: i64,
    /// The free credits of one purchase.
    pub(super) bonus: i64,
    /// The most that a month may cost, in minor units.
    pub(super) month_max_minor: i64,
    /// Maximum number of purchases in a month.
    pub(super) month_max_count: i64,
    /// Seconds between two purchases.
    pub(super) min_seconds: i64,
    /// The current month.
    pub(super) month: TopUpMonth,
    /// The largest monthly limit that the seller allows.
    pub(super) limit_minor: Option<i64>,
    /// The card.
    pub(super) card: Option<TopUpCard>,
    /// The page on which the buyer confirms a payment.
    pub(super) payment_url: Option<String>,
    /// The time before which nothing is bought.
    pub(super) next_at: Option<Timestamp>,
    /// The time of the consent.
    pub(super) consent_at: Option<Timestamp>,
    /// The sentence to which the buyer consented.
    pub(super) consent_text: Option<String>,
    /// The time of the last change.
    pub(super) updated_at: Option<Timestamp>,
}

/// An attempt with its payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttemptView {
    /// The id, `top_…`.
    pub(super) id: String,
    /// The state.
    pub(super) state: AttemptState,
    /// The reason of a failure.
    pub(super) code: Option<String>,
    /// The amount in minor units.
    pub(super) amount_minor: i64,
    /// The currency.
    pub(super) currency: Currency,
    /// The credits, without the bonus.
    pub(super) credits: i64,
    /// The free credits.
    pub(super) bonus: i64,
    /// The id of the payment.
    pub(super) payment: Option<String>,
    /// The page on which the buyer confirms the payment.
    pub(super) payment_url: Option<String>,
    /// The time of its begin.
    pub(super) created_at: Timestamp,
    /// The time of its outcome.
    pub(super) settled_at: Option<Timestamp>,
}

/// One page of attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttemptPage {
    /// The attempts, newest first.
    pub(super) items: Vec<AttemptView>,
    /// The position of the next page.
    pub(super) next_cursor: Option<String>,
}

/// Facts that responses show with a rule.
struct Surroundings {
    now: Timestamp,
    month: MonthSum,
    limit_minor: Option<i64>,
    payment_url: Option<String>,
}

/// Reads the rule of an owner with the current month.
pub(super) async fn load_view(app: &App, of: &TopUpOwner) -> Result<TopUpView, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    Ok(read_view(&mut db, of, app.clock.now()).await?)
}

async fn read_view(
    db: &mut Connection<'_>,
    of: &TopUpOwner,
    now: Timestamp,
) -> Result<TopUpView, Failure> {
    let settings = settings_of_book(db, of.book_id).await?;
    let mut around = Surroundings {
        now,
        month: MonthSum::default(),
        limit_minor: settings.topup_month_max,
        payment_url: None,
    };
    let Some(wallet) = of.wallet() else {
        return Ok(without_rule(settings.currency, &around));
    };
    around.month = store::month_sum(db, &wallet, now.month(), None).await?;
    let Some(rule) = store::find_rule(db, &wallet).await? else {
        return Ok(without_rule(settings.currency, &around));
    };
    if rule.state == RuleState::NeedsAction {
        let last = store::find_last(db, &wallet, rule.attempt_count).await?;
        around.payment_url = last.and_then(|last| last.action_url);
    }
    Ok(with_rule(rule, around))
}

impl Surroundings {
    fn month(&self) -> TopUpMonth {
        TopUpMonth {
            spent_minor: self.month.total_minor,
            count: self.month.count,
            ends_at: Timestamp::from_month(self.now.month().saturating_add(1)),
        }
    }
}

fn without_rule(currency: Currency, around: &Surroundings) -> TopUpView {
    TopUpView {
        state: RuleState::Off,
        reason: None,
        pack: None,
        quantity: 0,
        threshold: 0,
        amount_minor: 0,
        currency,
        credits: 0,
        bonus: 0,
        month_max_minor: 0,
        month_max_count: 0,
        min_seconds: DEFAULT_MIN_SECONDS,
        month: around.month(),
        limit_minor: around.limit_minor,
        card: None,
        payment_url: None,
        next_at: None,
        consent_at: None,
        consent_text: None,
        updated_at: None,
    }
}

fn with_rule(rule: TopUpRule, around: Surroundings) -> TopUpView {
    let is_active = rule.state == RuleState::Active;
    TopUpView {
        state: rule.state,
        quantity: rule.quantity,
        threshold: rule.threshold,
        amount_minor: rule.total_minor(),
        currency: rule.currency,
        credits: rule.total_credits(),
        bonus: rule.bonus.saturating_mul(rule.quantity),
        month_max_minor: rule.month_max_minor,
        month_max_count: rule.month_max_count,
        min_seconds: rule.min_seconds,
        month: around.month(),
        limit_minor: around.limit_minor,
        payment_url: around.payment_url,
        next_at: rule.next_at.filter(|at| is_active && *at > around.now),
        consent_at: Some(rule.consent_at),
        updated_at: Some(rule.updated_at),
        reason: rule.reason,
        pack: Some(TopUpPack {
            code: rule.terms.code,
            name: rule.terms.name,
            version: rule.pack_version,
            credits: rule.credits,
            bonus: rule.bonus,
        }),
        card: rule.card,
        consent_text: Some(rule.consent_text),
    }
}

impl AttemptView {
    /// Returns an attempt as a response shows it.
    pub(super) fn new(attempt: Attempt, payment: Option<String>) -> Self {
        Self {
            state: attempt.state,
            amount_minor: attempt.total_minor,
            currency: attempt.currency,
            credits: attempt.total_credits(),
            bonus: attempt.total_bonus(),
            payment,
            created_at: attempt.created_at,
            settled_at: attempt.settled_at,
            payment_url: attempt.action_url,
            code: attempt.code,
            id: attempt.id,
        }
    }
}
