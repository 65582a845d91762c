//! Starts a view: the operator sees the product as a user sees it, and gives a reason.

use super::write_down::{OperatorAction, asked};
use crate::app::App;
use crate::audit::Action;
use crate::caller::{View, view_of};
use crate::idp::IdpUser;
use crate::problem::{Kind, Problem};
use crate::users::{Operator, viewable};

/// Starts a view of a user. Refuses a user who operates this installation, or who is not active here or at the identity
/// provider.
pub(super) async fn begin_view(
    app: &App,
    operator: &Operator,
    id: &str,
    reason: &str,
) -> Result<(IdpUser, View), Problem> {
    let told = app.directory.person(id).await?;
    let told = told.ok_or_else(|| Problem::not_found("user"))?;
    let is_open = told.is_active && !told.is_operator;
    if !is_open || viewable(app, &told.id).await?.is_none() {
        return Err(Problem::new(
            Kind::NotViewable,
            "The person runs this installation, or is switched off.",
        ));
    }
    let deed = OperatorAction {
        action: Action::UserViewed,
        subject: &told.id,
        reason: Some(reason),
    };
    asked(app, operator, deed).await?;
    let view = view_of(app, &operator.0.id, &told.id)?;
    Ok((told, view))
}
