//! Starts a view: the operator sees the product as a user sees it, and gives a reason.

use super::record_action::{OperatorAction, record_request};
use crate::app::App;
use crate::audit::Action;
use crate::caller::{View, view_of};
use crate::idp::IdpUser;
use crate::problem::{Kind, Problem};
use crate::users::{Operator, viewable};

/// Starts a view of a user. Refuses a user who operates this installation, or who is not active here or at the identity
/// provider.
pub(super) async fn start_view(
    app: &App,
    operator: &Operator,
    id: &str,
    reason: &str,
) -> Result<(IdpUser, View), Problem> {
    let user = app.directory.user(id).await?;
    let user = user.ok_or_else(|| Problem::not_found("user"))?;
    let is_open = user.is_active && !user.is_operator;
    if !is_open || viewable(app, &user.id).await?.is_none() {
        return Err(Problem::new(
            Kind::NotViewable,
            "The person runs this installation, or is switched off.",
        ));
    }
    let action = OperatorAction {
        action: Action::UserViewed,
        subject: &user.id,
        reason: Some(reason),
    };
    record_request(app, operator, action).await?;
    let view = view_of(app, &operator.0.id, &user.id)?;
    Ok((user, view))
}
