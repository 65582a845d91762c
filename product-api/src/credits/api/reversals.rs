//! Operations that reverse spends and captures, and void grants.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};

use super::amount::AmountBody;
use super::metadata::Metadata;
use super::responses::TransactionResultDto;
use super::text_checks::{check_reason, checked};
use crate::app::App;
use crate::caller::{CreditsGrant, CreditsSpend, StepUp};
use crate::credits::commands::holds::TransactionTexts;
use crate::credits::commands::reverse::{ReversalAmount, reverse, void_grant};
use crate::credits::execution::request::CallContext;
use crate::credits::ledger::amount::Amount;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::{AdmitAll, BySite, SiteAccess};

documents!(
    ReverseProblems: AccountFrozen, ClientNotAllowed, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused,
        IdempotencyInFlight, OperationAlreadyExecuted, AlreadyReversed, AmountOutOfRange, ContentTooLarge, HolderInactive,
        NotFound, NotReversible, ReversalExceedsOriginal, TooManyLots, TooManyReversals, UnsupportedMediaType
);
documents!(
    VoidProblems: AccountFrozen, ClientNotAllowed, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused,
        IdempotencyInFlight, OperationAlreadyExecuted, ContentTooLarge, HolderInactive, NotFound, NothingLeft,
        UnsupportedMediaType
);

/// Credits to return.
#[derive(Object)]
#[oai(
    rename = "ReversalRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct ReversalBody {
    /// The number of credits; all that were not returned before if absent.
    amount: Option<AmountBody>,
    /// The reason, as a text for the customer. It is required from the owner, and the audit log stores it then.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
    /// Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other
    /// numbers are stored as doubles.
    metadata: Option<Metadata>,
}

impl Example for ReversalBody {
    fn example() -> Self {
        Self {
            amount: Some(AmountBody(Amount::new(5))),
            reason: Some("The picture could not be made".to_owned()),
            metadata: None,
        }
    }
}

/// A grant to take back.
#[derive(Object)]
#[oai(
    rename = "GrantVoidRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct GrantVoidBody {
    /// The reason, as a text for the customer. It is required from the owner, and the audit log stores it then.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
    /// Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other
    /// numbers are stored as doubles.
    metadata: Option<Metadata>,
}

impl Example for GrantVoidBody {
    fn example() -> Self {
        Self {
            reason: Some("Given by mistake".to_owned()),
            metadata: None,
        }
    }
}

fn call(access: SiteAccess, attempt: KeyHeader, fingerprint: Fingerprint) -> CallContext {
    CallContext {
        access,
        key: attempt.key,
        fingerprint,
        instance: attempt.instance,
        render: TransactionResultDto::render,
    }
}

/// The operations that reverse transactions.
pub(crate) struct ReversalsApi;

#[OpenApi]
impl ReversalsApi {
    /// Reverse a transaction
    ///
    /// Returns the credits of a spend or a capture, or a part of them. They first cancel the debt that the transaction created,
    /// then go back into the lots that they came from. Credits of an expired lot come back as a lot of the kind `restored`,
    /// usable for `restored_days` of the credit policy; credits for a debt that has been repaid since come back as such a lot
    /// without an expiry. The operation also works for a deactivated user. Requires an API key with the scope `credits.spend`,
    /// or the website's owner with the header `Tollgate-Website`.
    #[oai(
        path = "/v1/transactions/:id/reverse",
        method = "post",
        operation_id = "reverse_transaction",
        tag = "Tag::Credits"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn reverse(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsSpend, AdmitAll>>,
        /// The id of the spend's or the capture's transaction.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<ReversalBody>,
    ) -> Result<IdempotentResponse<TransactionResultDto>, ProblemResponse<ReverseProblems>> {
        let route = "/v1/transactions/{id}/reverse";
        let fingerprint = Fingerprint::new("POST", route, &[&id], &request_body.value);
        let (access, body) = (caller.into_inner().0, request_body.body);
        check_reason(&access, body.reason.as_deref())?;
        let (description, metadata) = checked("/reason", body.reason, body.metadata)?;
        let how_much = match body.amount {
            None => ReversalAmount::All,
            Some(amount) => ReversalAmount::Part(amount.0),
        };
        let words = TransactionTexts {
            description,
            metadata,
        };
        let call = call(access, attempt, fingerprint);
        let response = reverse(&app, call, id.0, how_much, words).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }

    /// Void a grant
    ///
    /// Takes back the rest of a grant; credits that were spent, have expired or are held stay as they are. The amount of the
    /// transaction states the taken credits. Requires an API key with the scope `credits.grant`, or the website's owner with
    /// the header `Tollgate-Website`.
    #[oai(
        path = "/v1/grants/:id/void",
        method = "post",
        operation_id = "void_grant",
        tag = "Tag::Credits"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn void(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsGrant, AdmitAll>>,
        /// The id of the grant's transaction.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<GrantVoidBody>,
    ) -> Result<IdempotentResponse<TransactionResultDto>, ProblemResponse<VoidProblems>> {
        let route = "/v1/grants/{id}/void";
        let fingerprint = Fingerprint::new("POST", route, &[&id], &request_body.value);
        let (access, body) = (caller.into_inner().0, request_body.body);
        check_reason(&access, body.reason.as_deref())?;
        let (description, metadata) = checked("/reason", body.reason, body.metadata)?;
        let words = TransactionTexts {
            description,
            metadata,
        };
        let call = call(access, attempt, fingerprint);
        let response = void_grant(&app, call, id.0, words).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }
}
