//! Converts the requests of a history to requests to the ledger.

use std::time::Duration;

use foundation::Timestamp;

use super::operations::{FEATURES, ModelOverage, ModelRequest, Price};
use crate::credits::commands::grant::GrantRequest;
use crate::credits::commands::holds::{HoldRequest, TransactionTexts};
use crate::credits::commands::spend::SpendRequest;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::lot::LotKind;
use crate::customers::CustomerRef;

pub(super) fn granting(ask: &ModelRequest, customer: CustomerRef, base: i64) -> GrantRequest {
    let ModelRequest::Grant {
        amount,
        kind,
        priority,
        until,
        feature,
        ..
    } = ask
    else {
        unreachable!("it grants nothing");
    };
    GrantRequest {
        customer,
        amount: Amount::new(*amount),
        feature: feature.map(|feature| FEATURES[feature].to_owned()),
        kind: LotKind::from_name(kind).unwrap(),
        expires_at: until.map(|until| Timestamp::from_micros(base + until)),
        priority: *priority,
        reason: None,
        metadata: "{}".to_owned(),
    }
}

pub(super) fn spending(price: Price, customer: CustomerRef) -> SpendRequest {
    SpendRequest {
        customer,
        charge: charge(price),
        description: None,
        metadata: "{}".to_owned(),
    }
}

pub(super) fn holding(ask: &ModelRequest, customer: CustomerRef) -> HoldRequest {
    let ModelRequest::Hold {
        price,
        ttl,
        captures_at_end,
        ..
    } = ask
    else {
        unreachable!("it sets nothing aside");
    };
    HoldRequest {
        customer,
        charge: charge(*price),
        ttl: micros(*ttl),
        on_expiry: if *captures_at_end {
            OnExpiry::Capture
        } else {
            OnExpiry::Release
        },
        description: None,
        metadata: "{}".to_owned(),
    }
}

/// Builds the capture of a hold, and its charge if it has one; none if the amount is invalid.
pub(super) fn capturing(ask: &ModelRequest, hold: &str) -> Option<(Capture, Option<Charge>)> {
    let ModelRequest::Capture {
        price,
        is_final,
        beyond,
        if_expired_spend,
        ..
    } = ask
    else {
        unreachable!("it captures nothing");
    };
    let capture = Capture {
        hold: hold.to_owned(),
        amount: None,
        is_final: *is_final,
        overage: match beyond {
            ModelOverage::Reject => Overage::Reject,
            ModelOverage::Available => Overage::Available,
            ModelOverage::Debt => Overage::Debt,
        },
        if_expired: if *if_expired_spend {
            IfExpired::Spend
        } else {
            IfExpired::Reject
        },
    };
    match price {
        None => Some((capture, None)),
        Some(price) => charge(*price).map(|charge| (capture, Some(charge))),
    }
}

fn charge(price: Price) -> Option<Charge> {
    let code = |feature: usize| FEATURES[feature].to_owned();
    Some(match price {
        Price::Plain(amount) => Charge::Amount(Amount::new(amount)?, None),
        Price::For(amount, feature) => Charge::Amount(Amount::new(amount)?, Some(code(feature))),
        Price::Quantity(quantity, feature) => Charge::Quantity(quantity, code(feature)),
    })
}

pub(super) fn micros(micros: i64) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap())
}

/// Returns no description and no metadata.
pub(super) fn silence() -> TransactionTexts {
    TransactionTexts {
        description: None,
        metadata: "{}".to_owned(),
    }
}
