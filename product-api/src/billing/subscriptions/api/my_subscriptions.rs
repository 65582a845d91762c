//! `/v1/me/subscriptions`: the subscriptions of a user.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{PageDto, SubscriptionDto};
use crate::app::App;
use crate::billing::subscriptions::list::{ListParams, find_for_user, list_for_user};
use crate::caller::CreditsRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;

documents!(ListProblems: ClientNotAllowed, HolderInactive, WebsiteSuspended);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);

#[derive(ApiResponse)]
enum MySubscriptionsResponse {
    /// A page of subscriptions.
    #[oai(status = 200)]
    Ok(Json<PageDto>),
}

#[derive(ApiResponse)]
enum MySubscriptionResponse {
    /// The subscription.
    #[oai(status = 200)]
    Ok(Json<SubscriptionDto>),
}

/// The operations on the user's own subscriptions.
pub(crate) struct MySubscriptionsApi;

#[OpenApi]
impl MySubscriptionsApi {
    /// List my subscriptions
    ///
    /// Returns the user's subscriptions, newest first. A token of a website's client shows those at that website; a token of
    /// this installation's own client shows all.
    #[oai(
        path = "/v1/me/subscriptions",
        method = "get",
        operation_id = "list_my_subscriptions",
        tag = "Tag::Me"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<MySubscriptionsResponse, ProblemResponse<ListProblems>> {
        let params = ListParams {
            limit: limit.0,
            cursor: cursor.0,
            ..ListParams::default()
        };
        let page = list_for_user(&app, &holder, params).await?;
        Ok(MySubscriptionsResponse::Ok(Json(page.into())))
    }

    /// Get one of my subscriptions
    ///
    /// Returns a subscription of the user as it was fetched from Stripe last, if the token shows it.
    #[oai(
        path = "/v1/me/subscriptions/:id",
        method = "get",
        operation_id = "get_my_subscription",
        tag = "Tag::Me"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// The subscription's id.
        id: Path<String>,
    ) -> Result<MySubscriptionResponse, ProblemResponse<GetProblems>> {
        let view = find_for_user(&app, &holder, &id).await?;
        Ok(MySubscriptionResponse::Ok(Json(view.into())))
    }
}
