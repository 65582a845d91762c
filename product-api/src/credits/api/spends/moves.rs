//! `POST /v1/grants` and `POST /v1/spends`: operations that move credits once for each idempotency key.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::{CreditsGrant, CreditsSpend, StepUp};
use crate::credits::api::amount::AmountBody;
use crate::credits::api::charge::{SpendDto, read_charge_at};
use crate::credits::api::metadata::Metadata;
use crate::credits::api::responses::TransactionResultDto;
use crate::credits::api::text_checks::{check_reason, checked, checked_at};
use crate::credits::commands::grant::{GrantRequest, grant};
use crate::credits::commands::spend::{SpendRequest, spend};
use crate::credits::execution::request::CallContext;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::lot::LotKind;
use crate::customers::CustomerRefBody;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{Problem, ProblemResponse, documents};
use crate::schema::{Instant, Tag};
use crate::websites::{ByKey, BySite};

documents!(
    GrantProblems: AccountFrozen, ClientNotAllowed, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyInFlight,
        OperationAlreadyExecuted, AmountOutOfRange, ContentTooLarge, NotFound, HolderInactive, TooManyLots,
        UnknownFeature, UnsupportedMediaType, WebsiteSuspended
);
documents!(
    SpendProblems: AccountFrozen, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyInFlight,
        OperationAlreadyExecuted, AmountOutOfRange, ContentTooLarge, InsufficientCredits, KeySpendCapReached, SpendLimitReached, NotFound, HolderInactive,
        UnknownFeature, UnsupportedMediaType, WebsiteSuspended
);

/// The origin of granted credits.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename_all = "lowercase")]
enum GrantKind {
    /// Free credits; used first.
    Promo,
    /// Purchased credits; used last.
    Purchase,
    /// A correction by hand.
    Adjustment,
}

impl From<GrantKind> for LotKind {
    fn from(kind: GrantKind) -> Self {
        match kind {
            GrantKind::Promo => Self::Promo,
            GrantKind::Purchase => Self::Purchase,
            GrantKind::Adjustment => Self::Adjustment,
        }
    }
}

/// Credits for a customer.
#[derive(Object)]
#[oai(
    rename = "GrantRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct GrantBody {
    /// The customer.
    customer: CustomerRefBody,
    /// The number of credits.
    amount: AmountBody,
    /// The origin of the credits.
    kind: GrantKind,
    /// The code of the only feature that the credits can be used for; any use if absent.
    #[oai(validator(min_length = 1, max_length = 64))]
    feature: Option<String>,
    /// The reason, as a text for the customer. It is required from the owner, and the audit log stores it then.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
    /// The time from which the credits can no longer be used; never if absent.
    expires_at: Option<Instant>,
    /// The burn priority: lots with a lower number are used first. If absent, it is 30 for `promo` and 50 for other kinds.
    #[oai(validator(minimum(value = "0"), maximum(value = "100")))]
    priority: Option<i16>,
    /// Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other
    /// numbers are stored as doubles.
    metadata: Option<Metadata>,
}

impl Example for GrantBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            amount: AmountBody(Amount::new(100)),
            kind: GrantKind::Promo,
            feature: None,
            reason: Some("Welcome".to_owned()),
            expires_at: None,
            priority: None,
            metadata: None,
        }
    }
}

/// Credits to take from a customer.
#[derive(Object)]
#[oai(
    rename = "SpendRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct SpendBody {
    /// The customer.
    customer: CustomerRefBody,
    /// The amount; or use `feature` and `quantity` instead.
    amount: Option<AmountBody>,
    /// The code of the feature. Credits that were granted for this feature only can be used, too, and are used first.
    #[oai(validator(min_length = 1, max_length = 64))]
    feature: Option<String>,
    /// The quantity of the feature, instead of `amount`: the price in force determines the amount.
    quantity: Option<AmountBody>,
    /// A description for the customer.
    #[oai(validator(max_length = 500))]
    description: Option<String>,
    /// Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other
    /// numbers are stored as doubles.
    metadata: Option<Metadata>,
}

impl SpendBody {
    /// Reads the spend; `pointer` is the location of the body in the request's body.
    pub(crate) fn read(self, pointer: &str) -> Result<SpendRequest, Problem> {
        let charge = read_charge_at(pointer, self.amount, self.feature, self.quantity)?;
        let (description, metadata) =
            checked_at(pointer, "/description", self.description, self.metadata)?;
        let customer = self.customer.read(&format!("{pointer}/customer"));
        Ok(SpendRequest {
            customer: customer.map_err(|error| Problem::invalid(&[error]))?,
            charge,
            description,
            metadata,
        })
    }
}

impl Example for SpendBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            amount: Some(AmountBody(Amount::new(5))),
            feature: None,
            quantity: None,
            description: Some("One picture".to_owned()),
            metadata: None,
        }
    }
}

/// The operations that move credits.
pub(crate) struct MovesApi;

#[OpenApi]
impl MovesApi {
    /// Grant credits
    ///
    /// Adds credits to a customer of the website. The grant first repays the customer's debt, unless the credit policy reserves
    /// that for purchases. Requires an API key with the scope `credits.grant`, or the website's owner with the header
    /// `Tollgate-Website`.
    #[oai(
        path = "/v1/grants",
        method = "post",
        operation_id = "grant_credits",
        tag = "Tag::Credits"
    )]
    async fn grant(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsGrant>>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<GrantBody>,
    ) -> Result<IdempotentResponse<TransactionResultDto>, ProblemResponse<GrantProblems>> {
        let call = CallContext {
            access: caller.into_inner().0,
            key: attempt.key,
            fingerprint: Fingerprint::new("POST", "/v1/grants", &[], &request_body.value),
            instance: attempt.instance,
            render: TransactionResultDto::render,
        };
        let body = request_body.body;
        check_reason(&call.access, body.reason.as_deref())?;
        let (reason, metadata) = checked("/reason", body.reason, body.metadata)?;
        let customer = body.customer.read("/customer");
        let request = GrantRequest {
            customer: customer.map_err(|error| Problem::invalid(&[error]))?,
            amount: body.amount.0,
            feature: body.feature,
            kind: body.kind.into(),
            expires_at: body.expires_at.map(|instant| instant.0),
            priority: body.priority,
            reason,
            metadata,
        };
        let response = grant(&app, call, request).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }

    /// Spend credits
    ///
    /// Takes credits from a customer of the website, if there are enough: the `amount`, or the current price of a `quantity` of
    /// a `feature`. The request can be retried with the same key at any time: the credits are taken once, and every retry gets
    /// the bytes of the first response. A spend with a cost of zero succeeds without a transaction.
    #[oai(
        path = "/v1/spends",
        method = "post",
        operation_id = "spend_credits",
        tag = "Tag::Credits"
    )]
    async fn spend(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<SpendBody>,
    ) -> Result<IdempotentResponse<SpendDto>, ProblemResponse<SpendProblems>> {
        let call = CallContext {
            access: caller.0,
            key: attempt.key,
            fingerprint: Fingerprint::new("POST", "/v1/spends", &[], &request_body.value),
            instance: attempt.instance,
            render: SpendDto::render,
        };
        let request = request_body.body.read("")?;
        let response = spend(&app, call, request).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }
}
