//! `POST /v1/operator/users/{id}/views`: the operator begins to see the product as a person sees it.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{Fresh, View};
use crate::idp::ToldPerson;
use crate::operators::begin_view::begin_view;
use crate::problem::{Body, FieldError, Problem, Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Operator;

documents!(ViewProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, NotViewable, UnsupportedMediaType);

/// Why the operator wants to see it.
#[derive(Object)]
#[oai(rename = "ViewRequest", deny_unknown_fields, example)]
struct ViewBody {
    /// In words, for whoever reads the audit trail later; it is kept there as it is, so it should hold no secret.
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

/// Whom a view shows.
#[derive(Object)]
#[oai(rename = "ViewedUser", example)]
struct ViewedAnswer {
    /// The user's id.
    id: String,
    /// The name.
    name: Nullable<String>,
    /// The e-mail address.
    email: Nullable<String>,
}

impl Example for ViewedAnswer {
    fn example() -> Self {
        Self {
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Ada".to_owned()).into(),
            email: Some("ada@example.com".to_owned()).into(),
        }
    }
}

/// A view that has begun.
#[derive(Object)]
#[oai(rename = "OperatorView", example)]
struct ViewAnswer {
    /// Send it as `Tollgate-View-As` with requests that read what this person reads.
    view: String,
    /// When it ends.
    expires_at: Instant,
    /// Whom it shows.
    user: ViewedAnswer,
}

impl ViewAnswer {
    fn of((told, view): (ToldPerson, View)) -> Self {
        Self {
            view: view.sealed,
            expires_at: Instant(view.expires_at),
            user: ViewedAnswer {
                id: told.id,
                name: told.name.into(),
                email: told.email.into(),
            },
        }
    }
}

impl Example for ViewAnswer {
    fn example() -> Self {
        Self {
            view: "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0…".to_owned(),
            expires_at: Instant(Timestamp::from_seconds(1_767_227_400)),
            user: ViewedAnswer::example(),
        }
    }
}

#[derive(ApiResponse)]
enum ViewResponse {
    /// The view has begun.
    #[oai(status = 201)]
    Begun(Json<ViewAnswer>),
}

/// The operation.
pub(crate) struct ViewsApi;

#[OpenApi]
impl ViewsApi {
    /// See the product as a person
    ///
    /// For half an hour the operator reads what this person reads, by sending `view` as the header `Tollgate-View-As` with
    /// their own access token: the person's credits, their websites and what belongs to those. Nothing can be changed or
    /// spent so: everything but reading is refused (`view-only`), and the person gets no token and no session. It is written
    /// in the audit trail with its reason. Nobody is looked at so who runs this installation or is switched off.
    #[oai(
        path = "/v1/operator/users/:id/views",
        method = "post",
        operation_id = "view_as_user",
        tag = "Tag::Operator"
    )]
    async fn begin(
        &self,
        app: Data<&Arc<App>>,
        operator: Fresh<Operator>,
        /// The user's id.
        id: Path<String>,
        body: Body<ViewBody>,
    ) -> Result<ViewResponse, Refused<ViewProblems>> {
        let reason = body.0.reason.trim();
        if reason.is_empty() {
            let wrong = FieldError::body("/reason", "Must say something.");
            return Err(Problem::invalid(&[wrong]).into());
        }
        let begun = begin_view(&app, &operator, (&id, reason)).await?;
        Ok(ViewResponse::Begun(Json(ViewAnswer::of(begun))))
    }
}
