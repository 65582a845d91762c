//! Taking back: what a spend or a capture took comes back, what is left of a grant goes.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};

use super::amount::AmountBody;
use super::checks::{check_reason, checked};
use super::forms::MovedAnswer;
use super::metadata::Metadata;
use crate::app::App;
use crate::caller::{CreditsGrant, CreditsSpend, Fresh};
use crate::credits::amount::Amount;
use crate::credits::execute::Call;
use crate::credits::reverse::{HowMuch, reverse, void_grant};
use crate::credits::set_aside::Words;
use crate::idempotency::{Answered, Asked, Fingerprint, KeyHeader};
use crate::problem::{Refused, documents};
use crate::schema::Tag;
use crate::websites::{BySite, Ending, SiteAccess};

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

/// Credits to give back.
#[derive(Object)]
#[oai(
    rename = "ReversalRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct ReversalBody {
    /// How many; all that was not given back before, when absent.
    amount: Option<AmountBody>,
    /// Why, in words for the customer; the owner in person has to say it, and the audit trail keeps it then.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
    /// Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits;
    /// others are kept as doubles.
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
    /// Why, in words for the customer; the owner in person has to say it, and the audit trail keeps it then.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
    /// Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits;
    /// others are kept as doubles.
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

fn call(access: SiteAccess, attempt: KeyHeader, fingerprint: Fingerprint) -> Call {
    Call {
        access,
        key: attempt.key,
        fingerprint,
        place: attempt.place,
        render: MovedAnswer::render,
    }
}

/// The operations that take back.
pub(crate) struct ReversalsApi;

#[OpenApi]
impl ReversalsApi {
    /// Reverse a transaction
    ///
    /// Gives back what a spend or a capture took, or a part of it: first what it made the customer owe, then into the grants
    /// that it came from. What came from a grant that is over comes back as credits of the kind `restored` and can be used for
    /// `restored_days` of the credit policy; what was owed and has been repaid since comes back as such without an end. It
    /// works for a customer whose account is switched off, too. By an API key with the scope `credits.spend`, or by the
    /// website's owner with the header `Tollgate-Website`.
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
        caller: Fresh<BySite<CreditsSpend, Ending>>,
        /// The id of the spend's or the capture's transaction.
        id: Path<String>,
        /// Your name for this attempt: the same for each repeat of it, another for each new one.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        asked: Asked<ReversalBody>,
    ) -> Result<Answered<MovedAnswer>, Refused<ReverseProblems>> {
        let route = "/v1/transactions/{id}/reverse";
        let fingerprint = Fingerprint::of("POST", route, &[&id], &asked.value);
        let (access, body) = (caller.into_inner().0, asked.body);
        check_reason(&access, body.reason.as_deref())?;
        let (description, metadata) = checked("/reason", body.reason, body.metadata)?;
        let how_much = match body.amount {
            None => HowMuch::All,
            Some(amount) => HowMuch::Part(amount.0),
        };
        let words = Words {
            description,
            metadata,
        };
        let call = call(access, attempt, fingerprint);
        let answer = reverse(&app, call, (id.0, how_much), words).await?;
        Ok(Answered::new(answer.stored, answer.is_replayed))
    }

    /// Void a grant
    ///
    /// Takes back what is left of a grant: what was used, has expired or is set aside by holds stays as it is. The
    /// transaction's amount says what was taken. By an API key with the scope `credits.grant`, or by the website's owner
    /// with the header `Tollgate-Website`.
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
        caller: Fresh<BySite<CreditsGrant, Ending>>,
        /// The id of the grant's transaction.
        id: Path<String>,
        /// Your name for this attempt: the same for each repeat of it, another for each new one.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        asked: Asked<GrantVoidBody>,
    ) -> Result<Answered<MovedAnswer>, Refused<VoidProblems>> {
        let route = "/v1/grants/{id}/void";
        let fingerprint = Fingerprint::of("POST", route, &[&id], &asked.value);
        let (access, body) = (caller.into_inner().0, asked.body);
        check_reason(&access, body.reason.as_deref())?;
        let (description, metadata) = checked("/reason", body.reason, body.metadata)?;
        let words = Words {
            description,
            metadata,
        };
        let call = call(access, attempt, fingerprint);
        let answer = void_grant(&app, call, id.0, words).await?;
        Ok(Answered::new(answer.stored, answer.is_replayed))
    }
}
