//! What is to be charged, as requests say it, and what was spent, as answers tell it.

use poem_openapi::Object;
use poem_openapi::types::{Example, ToJSON};

use super::amount::AmountBody;
use super::forms::{BalanceAnswer, TransactionAnswer};
use crate::credits::amount::Amount;
use crate::credits::charge::Charge;
use crate::credits::execute::Done;
use crate::problem::{FieldError, Problem};
use crate::schema::Nullable;

/// Reads the members that say how many credits are meant: `amount`, to which `feature` may be added, or `feature` and
/// `quantity`. None when what stands in the place of the number is no amount, which the ledger refuses in its own words.
pub(super) fn read_charge(
    amount: Option<AmountBody>,
    feature: Option<String>,
    quantity: Option<AmountBody>,
) -> Result<Option<Charge>, Problem> {
    read_charge_at("", (amount, feature, quantity))
}

/// The same of a body that stands somewhere in the request's.
pub(super) fn read_charge_at(
    body: &str,
    (amount, feature, quantity): (Option<AmountBody>, Option<String>, Option<AmountBody>),
) -> Result<Option<Charge>, Problem> {
    let wrong = |pointer: &str, detail: &str| {
        let place = format!("{body}{pointer}");
        Err(Problem::invalid(&[FieldError::body(place, detail)]))
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
            "Must be there: it says what the quantity is of.",
        ),
        (None, _, None) => wrong(
            "/amount",
            "Must be there, or feature and quantity in its place.",
        ),
    }
}

/// What was spent, and what is left.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Spent", example)]
pub(super) struct SpentAnswer {
    /// The transaction; null when it cost nothing, so that nothing was booked.
    transaction: Nullable<TransactionAnswer>,
    /// The balance after it.
    balance: BalanceAnswer,
}

impl SpentAnswer {
    /// The bytes of an answer, which are stored and replayed.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "as every answer is written: others need a transaction"
    )]
    pub(super) fn render(done: &Done) -> Option<String> {
        let answer = Self {
            transaction: done.transaction.clone().map(TransactionAnswer::from).into(),
            balance: done.balance.clone().into(),
        };
        Some(answer.to_json_string())
    }
}

impl Example for SpentAnswer {
    fn example() -> Self {
        Self {
            transaction: Some(TransactionAnswer::example()).into(),
            balance: BalanceAnswer::example(),
        }
    }
}
