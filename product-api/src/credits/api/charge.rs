//! Wire types of charges: the amount or the quantity in requests, and the result of a spend in responses.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::{Example, ToJSON};

use super::amount::AmountBody;
use super::responses::{BalanceDto, TransactionDto};
use crate::credits::execution::request::OperationOutcome;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::consumption::LotConsumption;
use crate::credits::ledger::feature::BilledFeature;
use crate::problem::{FieldError, Problem};
use crate::schema::{Instant, Nullable};

/// Maximum number of lots in one response.
const MAX_LOTS: usize = 100;

/// Reads the charge: `amount`, optionally with `feature`, or `feature` and `quantity`. None if the number is not a valid
/// amount, which the ledger refuses with its own problem.
pub(super) fn read_charge(
    amount: Option<AmountBody>,
    feature: Option<String>,
    quantity: Option<AmountBody>,
) -> Result<Option<Charge>, Problem> {
    read_charge_at("", amount, feature, quantity)
}

/// Reads the charge of a body inside the request's body; `body` is its JSON pointer.
pub(super) fn read_charge_at(
    body: &str,
    amount: Option<AmountBody>,
    feature: Option<String>,
    quantity: Option<AmountBody>,
) -> Result<Option<Charge>, Problem> {
    let wrong = |pointer: &str, detail: &str| {
        let pointer = format!("{body}{pointer}");
        Err(Problem::invalid(&[FieldError::body(pointer, detail)]))
    };
    match (amount, feature, quantity) {
        (Some(amount), feature, None) => Ok(amount.0.map(|amount| Charge::Amount(amount, feature))),
        (None, Some(feature), Some(quantity)) => {
            let quantity = quantity.0.map(Amount::get);
            Ok(quantity.map(|quantity| Charge::Quantity(quantity, feature)))
        }
        (Some(_), _, Some(_)) => wrong(
            "/quantity",
            "Must not stand beside amount: say the one or the other.",
        ),
        (None, None, Some(_)) => wrong(
            "/feature",
            "This is required: send the code of the feature that the quantity is of.",
        ),
        (None, _, None) => wrong(
            "/amount",
            "This is required: send amount, or feature and quantity.",
        ),
    }
}

/// Spent credits of one grant with one expiry.
#[derive(Clone, Debug, Object)]
#[oai(rename = "SpentLot", example)]
struct SpentLotDto {
    /// The origin of the credits: `promo`, `subscription`, `purchase`, `adjustment` or `restored`.
    kind: String,
    /// The number of spent credits.
    amount: i64,
    /// The number of credits that are left, including held ones.
    remaining: i64,
    /// The code of the only feature that the credits can be used for; null for any use.
    feature: Nullable<String>,
    /// The time from which the credits can no longer be used; null for never.
    expires_at: Nullable<Instant>,
}

impl SpentLotDto {
    fn new(taken: &LotConsumption, billed: Option<&BilledFeature>) -> Self {
        // A lot for one feature is used for that feature only, so the feature is that of the transaction.
        let feature = billed.filter(|_| taken.is_scoped);
        Self {
            kind: taken.kind.name().to_owned(),
            amount: taken.amount,
            remaining: taken.remaining,
            feature: feature.map(|billed| billed.code.clone()).into(),
            expires_at: taken.expires_at.map(Instant).into(),
        }
    }
}

impl Example for SpentLotDto {
    fn example() -> Self {
        Self {
            kind: "promo".to_owned(),
            amount: 5,
            remaining: 95,
            feature: None.into(),
            expires_at: Some(Instant(Timestamp::from_seconds(1_769_904_000))).into(),
        }
    }
}

/// A spend and the balance after it.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Spent", example)]
pub(super) struct SpendDto {
    /// The transaction; null if the cost was zero, so that nothing was booked.
    transaction: Nullable<TransactionDto>,
    /// The lots that the credits came from, in burn order (the first hundred); empty if all of them became debt.
    lots: Vec<SpentLotDto>,
    /// The number of all lots that the credits came from.
    lot_count: i64,
    /// The balance after the spend.
    balance: BalanceDto,
}

impl SpendDto {
    /// Serializes the response, whose bytes are stored and replayed.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "as every answer is written: others need a transaction"
    )]
    pub(super) fn render(done: &OperationOutcome) -> Option<String> {
        let billed = done
            .transaction
            .as_ref()
            .and_then(|one| one.billed.as_ref());
        let lots = done.taken.iter().take(MAX_LOTS);
        let response = Self {
            lots: lots.map(|taken| SpentLotDto::new(taken, billed)).collect(),
            lot_count: i64::try_from(done.taken.len()).unwrap_or(i64::MAX),
            transaction: done.transaction.clone().map(TransactionDto::from).into(),
            balance: done.balance.clone().into(),
        };
        Some(response.to_json_string())
    }
}

impl Example for SpendDto {
    fn example() -> Self {
        Self {
            transaction: Some(TransactionDto::example()).into(),
            lots: vec![SpentLotDto::example()],
            lot_count: 1,
            balance: BalanceDto::example(),
        }
    }
}
