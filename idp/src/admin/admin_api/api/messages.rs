//! Operation on messages to users, for callers with the scope `idp.users`.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, problem, safe_id};
use super::users::{UsersTag, UsersToken, unknown};
use crate::admin::admin_api::send_mail::{MailRequest, SendMailOutcome, send_mail};
use crate::http::api_schema::Body;

/// A message to a user, as plain text. The frame around it is that of this installation's emails.
#[derive(Object)]
#[oai(rename = "MailMessage", deny_unknown_fields)]
struct MessageBody {
    /// The subject and the heading, at most 120 characters.
    title: String,
    /// One or two paragraphs of at most 500 characters each.
    lines: Vec<String>,
    /// Where the button leads: a URL of this installation, at most 2048 characters.
    link: String,
    /// The language of the frame, `en` or `de`; `en` if absent.
    language: Option<String>,
}

/// The result of a request for an email.
#[derive(Object)]
struct QueuedMail {
    /// `queued`; `repeated` if an earlier request with this name has queued it; `no_recipient` if the user is deactivated or has
    /// no proven email address.
    state: String,
}

#[derive(ApiResponse)]
enum SendMailResponse {
    /// The result.
    #[oai(status = 200)]
    Done(Json<QueuedMail>),
    /// A member of the request is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// There is no such user.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operation on messages.
pub(crate) struct MessagesApi;

#[OpenApi]
impl MessagesApi {
    /// Send a message to a user.
    ///
    /// Queues an email to the user's proven address. Idempotent: for 14 days, the client's requests with the same name queue
    /// one email. A user who was merged into another one gets it at the other one's address.
    #[oai(
        path = "/users/:user_id/mails/:name",
        method = "put",
        operation_id = "send_user_mail",
        tag = "UsersTag::Users"
    )]
    async fn send(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
        /// The client's own name of the email, at most 100 characters.
        name: Path<String>,
        message: Body<MessageBody>,
    ) -> poem::Result<SendMailResponse> {
        let (caller, message) = (caller.0, message.0);
        let request = MailRequest {
            actor: &caller.client_id,
            user_id: safe_id(&user_id),
            name: &name,
            title: &message.title,
            lines: &message.lines,
            link: &message.link,
            language: message.language.as_deref(),
        };
        Ok(match send_mail(&caller.app, request).await? {
            SendMailOutcome::Queued => done("queued"),
            SendMailOutcome::Repeated => done("repeated"),
            SendMailOutcome::NoRecipient => done("no_recipient"),
            SendMailOutcome::Unknown => SendMailResponse::Unknown(Json(unknown(&caller))),
            SendMailOutcome::Wrong(wrong) => {
                let response = problem(&caller, StatusCode::BAD_REQUEST, wrong.to_owned());
                SendMailResponse::Wrong(Json(response))
            }
        })
    }
}

fn done(state: &str) -> SendMailResponse {
    SendMailResponse::Done(Json(QueuedMail {
        state: state.to_owned(),
    }))
}
