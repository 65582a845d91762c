//! `POST /v1/operator/users/{id}/views`: the operator starts to see the product as a user sees it.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{StepUp, View};
use crate::idp::IdpUser;
use crate::operators::start_view::start_view;
use crate::problem::{Body, FieldError, Problem, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Operator;

documents!(ViewProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, NotViewable, UnsupportedMediaType);

/// The reason for a view.
#[derive(Object)]
#[oai(rename = "ViewRequest", deny_unknown_fields, example)]
struct ViewBody {
    /// The reason, as a text. The audit log stores it unchanged, so it should contain no secret.
    #[oai(validator(min_length = 1, max_length = 200))]
    reason: String,
}

impl Example for ViewBody {
    fn example() -> Self {
        Self {
            reason: "Credits look wrong to her, ticket 4711".to_owned(),
        }
    }
}

/// The user that a view shows.
#[derive(Object)]
#[oai(rename = "ViewedUser", example)]
struct ViewedDto {
    /// The user's id.
    id: String,
    /// The name.
    name: Nullable<String>,
    /// The email address.
    email: Nullable<String>,
}

impl Example for ViewedDto {
    fn example() -> Self {
        Self {
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Ada".to_owned()).into(),
            email: Some("ada@example.com".to_owned()).into(),
        }
    }
}

/// A view that has started.
#[derive(Object)]
#[oai(rename = "OperatorView", example)]
struct ViewDto {
    /// Send it as `Tollgate-View-As` with requests that read the data of this user.
    view: String,
    /// The time at which the view ends.
    expires_at: Instant,
    /// The user that it shows.
    user: ViewedDto,
}

impl ViewDto {
    fn new(user: IdpUser, view: View) -> Self {
        Self {
            view: view.sealed,
            expires_at: Instant(view.expires_at),
            user: ViewedDto {
                id: user.id,
                name: user.name.into(),
                email: user.email.into(),
            },
        }
    }
}

impl Example for ViewDto {
    fn example() -> Self {
        Self {
            view: "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0…".to_owned(),
            expires_at: Instant(Timestamp::from_seconds(1_767_227_400)),
            user: ViewedDto::example(),
        }
    }
}

#[derive(ApiResponse)]
enum ViewResponse {
    /// The view has started.
    #[oai(status = 201)]
    Started(Json<ViewDto>),
}

/// The operation on views.
pub(crate) struct ViewsApi;

#[OpenApi]
impl ViewsApi {
    /// See the product as a user
    ///
    /// Lets the operator read for half an hour what this user can read: the user's credits, and the websites with their
    /// data. Send `view` as the header `Tollgate-View-As`, with the operator's own access token. Every request that is not
    /// a read is refused (`view-only`), and no token or session of the user is created. The audit log records the view with
    /// its reason. A user who operates this installation or is not active cannot be viewed.
    #[oai(
        path = "/v1/operator/users/:id/views",
        method = "post",
        operation_id = "view_as_user",
        tag = "Tag::Operator"
    )]
    async fn start(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
        /// The user's id.
        id: Path<String>,
        body: Body<ViewBody>,
    ) -> Result<ViewResponse, ProblemResponse<ViewProblems>> {
        let reason = body.0.reason.trim();
        if reason.is_empty() {
            let wrong = FieldError::body("/reason", "Must say something.");
            return Err(Problem::invalid(&[wrong]).into());
        }
        let (user, view) = start_view(&app, &operator, &id, reason).await?;
        Ok(ViewResponse::Started(Json(ViewDto::new(user, view))))
    }
}
