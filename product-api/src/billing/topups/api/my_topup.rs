//! `/v1/me/top-up`: the automatic top-up of a user.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{ApiResponse, OpenApi};

use super::attempts::AttemptPageDto;
use super::forms::{RetryBody, TopUpBody};
use super::topup_forms::TopUpDto;
use crate::app::App;
use crate::billing::buyer_requests::keyed_of_user;
use crate::billing::topups::list_attempts::{AttemptParams, list_own_attempts};
use crate::billing::topups::own_seller::OwnSeller;
use crate::billing::topups::read_topup::read_own_topup;
use crate::billing::topups::retry_topup::retry_own_topup;
use crate::billing::topups::set_topup::set_own_topup;
use crate::billing::topups::turn_off_topup::turn_off_own_topup;
use crate::billing::topups::views::TopUpView;
use crate::caller::{CreditsBuy, Mode};
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SetProblems: BillingNotConnected, CapTooLow, ClientNotAllowed, ContentTooLarge, CurrencyUnsupported, HolderInactive,
        IdempotencyInFlight, NeedsConsent, NotFound, PaymentProviderError, PriceUnavailable, UnknownOffer, UnsupportedMediaType,
        WebsiteSuspended
);
documents!(
    RetryProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, IdempotencyKeyInvalid, IdempotencyKeyMissing,
        IdempotencyKeyReused, NotFound, TopupPending, UnsupportedMediaType, WebsiteSuspended
);

#[derive(ApiResponse)]
enum MyTopUpResponse {
    /// The automatic top-up, as it is now.
    #[oai(status = 200)]
    Ok(Json<TopUpDto>),
}

#[derive(ApiResponse)]
enum MyAttemptsResponse {
    /// A page of attempts.
    #[oai(status = 200)]
    Ok(Json<AttemptPageDto>),
}

/// Writes the response to a retry, which is stored under its key.
fn render(view: TopUpView) -> String {
    TopUpDto::from(view).to_json_string()
}

/// The operations on the user's own automatic top-up.
pub(crate) struct MyTopUpApi;

#[OpenApi]
impl MyTopUpApi {
    /// Get my automatic top-up
    ///
    /// Returns the user's automatic top-up at one seller, with what was bought in the running month. A token of a website's client
    /// reads the one at this website, and needs no `website`.
    #[oai(
        path = "/v1/me/top-up",
        method = "get",
        operation_id = "get_my_top_up",
        tag = "Tag::Me"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The id of the website; for a token of this installation's own client, the platform if absent.
        website: Query<Option<String>>,
        /// The mode; `live` if absent.
        mode: Query<Option<Mode>>,
    ) -> Result<MyTopUpResponse, ProblemResponse<ReadProblems>> {
        let seller = OwnSeller {
            website: website.0,
            mode: mode.0,
        };
        let view = read_own_topup(&app, &holder, &seller).await?;
        Ok(MyTopUpResponse::Ok(Json(view.into())))
    }

    /// Set my automatic top-up
    ///
    /// Turns the user's automatic top-up on, or changes it: a pack is bought with the saved card whenever the credits, without
    /// holds and debt, fall below the threshold, within the caps of a month. `consent` is the sentence that the user agreed to;
    /// it is kept with its time. Another pack or version and a change that allows more than before need it, and are refused with
    /// 409 `needs-consent` otherwise. The top-up keeps the version and the price of the pack. Without a saved card the state is `needs_card`.
    #[oai(
        path = "/v1/me/top-up",
        method = "put",
        operation_id = "set_my_top_up",
        tag = "Tag::Me"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        body: Body<TopUpBody>,
    ) -> Result<MyTopUpResponse, ProblemResponse<SetProblems>> {
        let seller = body.0.seller();
        let view = set_own_topup(&app, &holder, &seller, &body.0.into()).await?;
        Ok(MyTopUpResponse::Ok(Json(view.into())))
    }

    /// Turn off my automatic top-up
    ///
    /// Turns the user's automatic top-up off. Nothing more is bought, and turning it on again needs a new consent. A payment
    /// that waits for the bank is canceled; one that just succeeded grants its credits.
    #[oai(
        path = "/v1/me/top-up",
        method = "delete",
        operation_id = "turn_off_my_top_up",
        tag = "Tag::Me"
    )]
    async fn turn_off(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The id of the website; for a token of this installation's own client, the platform if absent.
        website: Query<Option<String>>,
        /// The mode; `live` if absent.
        mode: Query<Option<Mode>>,
    ) -> Result<MyTopUpResponse, ProblemResponse<ReadProblems>> {
        let seller = OwnSeller {
            website: website.0,
            mode: mode.0,
        };
        let view = turn_off_own_topup(&app, &holder, &seller).await?;
        Ok(MyTopUpResponse::Ok(Json(view.into())))
    }

    /// Retry my automatic top-up
    ///
    /// Tries the user's automatic top-up again at once, without the wait after a declined payment. Nothing is bought if the
    /// credits, without holds and debt, are not below the threshold, or if a cap of the month is reached. While an attempt is open,
    /// it is refused with 409 `topup-pending`. A repeat after a response, with the same key, returns that response and tries nothing.
    #[oai(
        path = "/v1/me/top-up/retry",
        method = "post",
        operation_id = "retry_my_top_up",
        tag = "Tag::Me"
    )]
    async fn retry(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request: JsonBody<RetryBody>,
    ) -> Result<IdempotentResponse<TopUpDto>, ProblemResponse<RetryProblems>> {
        let fingerprint = Fingerprint::new("POST", "/v1/me/top-up/retry", &[], &request.value);
        let attempt = keyed_of_user(&holder, attempt.key, fingerprint);
        let seller = OwnSeller::from(request.body);
        let response = retry_own_topup(&app, &holder, &attempt, &seller, render).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }

    /// List attempts of my automatic top-up
    ///
    /// Returns the purchases of the user's automatic top-up at one seller, and the attempts that failed, newest first. A cursor is
    /// valid only for the same seller and mode.
    #[oai(
        path = "/v1/me/top-up/attempts",
        method = "get",
        operation_id = "list_my_top_up_attempts",
        tag = "Tag::Me"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn attempts(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The id of the website; for a token of this installation's own client, the platform if absent.
        website: Query<Option<String>>,
        /// The mode; `live` if absent.
        mode: Query<Option<Mode>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<MyAttemptsResponse, ProblemResponse<ReadProblems>> {
        let seller = OwnSeller {
            website: website.0,
            mode: mode.0,
        };
        let params = AttemptParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list_own_attempts(&app, &holder, &seller, params).await?;
        Ok(MyAttemptsResponse::Ok(Json(page.into())))
    }
}
