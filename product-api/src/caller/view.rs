//! Views: an operator reads what another user can read, by the header `Tollgate-View-As`, and changes nothing.
//!
//! No token of the user is created: the operator sends the own token, and a sealed text that names the user. The seal is
//! valid for one operator, one user and half an hour; the audit log has its start. The caller has a kind of its own, so
//! that every guard decides explicitly if it admits it.

use std::sync::Arc;
use std::time::Duration;

use foundation::secret::Sealer;
use foundation::{Failure, Timestamp};
use poem::Request;
use poem::http::{HeaderName, Method};

use super::caller::{Caller, UserToken};
use super::scope::Operating;
use crate::app::App;
use crate::problem::{Kind, Problem};

/// The header that names the viewed user.
pub(crate) const VIEW_HEADER: &str = "Tollgate-View-As";
const VIEW_AS: HeaderName = HeaderName::from_static("tollgate-view-as");
/// The security scheme with which the API reference marks operations that a view can read.
pub(crate) const VIEWABLE: &str = "ViewAs";

/// Duration of a view.
const DURATION: Duration = Duration::from_mins(30);
/// The purpose of the seal.
const PURPOSE: &str = "an operator's view";
/// Maximum length of the header, in bytes.
const MAX_VIEW_LENGTH: usize = 1024;

/// An operator with a view that has started and not ended. Guards check that the user still is an operator.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The operator's own token.
    pub(crate) token: Arc<UserToken>,
    /// The viewed user.
    pub(crate) user_id: String,
}

/// A view, as the operator gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The value of the header.
    pub(crate) sealed: String,
    /// The time at which it ends.
    pub(crate) expires_at: Timestamp,
}

/// The operator and the user of a view, and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ViewTerms {
    operator_id: String,
    user_id: String,
    expires_at: Timestamp,
}

impl ViewTerms {
    fn seal(&self, sealer: &Sealer) -> Result<String, Failure> {
        let (operator, user) = (&self.operator_id, &self.user_id);
        let plain = format!("{} {operator} {user}", self.expires_at.micros());
        sealer.seal(PURPOSE, &plain)
    }

    fn open(sealer: &Sealer, text: &str) -> Option<Self> {
        let plain = (text.len() <= MAX_VIEW_LENGTH).then(|| sealer.open(PURPOSE, text));
        let plain = plain.flatten()?;
        let (expires_at, ids) = plain.split_once(' ')?;
        let (operator_id, user_id) = ids.split_once(' ')?;
        Some(Self {
            operator_id: operator_id.to_owned(),
            user_id: user_id.to_owned(),
            expires_at: Timestamp::from_micros(expires_at.parse().ok()?),
        })
    }

    fn holds(&self, operator_id: &str, now: Timestamp) -> bool {
        self.operator_id == operator_id && now < self.expires_at
    }
}

/// Creates a view of a user for an operator; the caller has recorded it in the audit log.
pub(crate) fn view_of(app: &App, operator_id: &str, user_id: &str) -> Result<View, Failure> {
    let expires_at = app.clock.now().plus(DURATION);
    let terms = ViewTerms {
        operator_id: operator_id.to_owned(),
        user_id: user_id.to_owned(),
        expires_at,
    };
    Ok(View {
        sealed: terms.seal(&app.sealer)?,
        expires_at,
    })
}

/// Returns the caller, or with the header the viewer. Refuses requests with the header that are not reads.
pub(super) fn seen_as(app: &App, request: &Request, caller: Caller) -> Result<Caller, Problem> {
    let mut values = request.headers().get_all(VIEW_AS).iter();
    let Some(view) = values.next() else {
        return Ok(caller);
    };
    let token = match caller {
        Caller::User(token) if only_reads(request.method()) => token,
        Caller::User(_) | Caller::Viewer(_) | Caller::Key(_) | Caller::Program(_) => {
            return Err(view_only());
        }
    };
    token.scopes.require::<Operating>()?;
    let view = view.to_str().ok().filter(|_| values.next().is_none());
    let terms = view.and_then(|text| ViewTerms::open(&app.sealer, text));
    let terms = terms.filter(|terms| terms.holds(&token.sub, app.clock.now()));
    let user_id = terms.ok_or_else(view_ended)?.user_id;
    Ok(Caller::Viewer(Viewer { token, user_id }))
}

fn only_reads(method: &Method) -> bool {
    *method == Method::GET || *method == Method::HEAD
}

/// Returns the refusal of a viewer's request that is not a read.
pub(crate) fn view_only() -> Problem {
    Problem::new(
        Kind::ViewOnly,
        "You see the product as this person sees it. Nothing can be changed or spent, and what is not theirs is not shown.",
    )
}

/// Returns the refusal of a header that names no valid view.
pub(crate) fn view_ended() -> Problem {
    Problem::new(
        Kind::ViewEnded,
        "The view has expired, is not yours, or the person can no longer be viewed.",
    )
}

#[cfg(test)]
mod tests {
    use foundation::Random;

    use super::*;

    #[test]
    fn view_is_one_operators_of_one_user_until_it_ends() {
        let sealer = Sealer::new("0123456789abcdef0123456789abcdef".into(), Random::system());
        let terms = ViewTerms {
            operator_id: "usr_op".to_owned(),
            user_id: "usr_ada".to_owned(),
            expires_at: Timestamp::from_seconds(100),
        };
        let text = terms.seal(&sealer).unwrap();
        assert_eq!(ViewTerms::open(&sealer, &text), Some(terms.clone()));
        let altered = text.get(1..).unwrap();
        let foreign = sealer.seal("a cursor", "1 usr_op usr_ada").unwrap();
        for wrong in ["", altered, &foreign, &"x".repeat(100_000)] {
            assert_eq!(ViewTerms::open(&sealer, wrong), None);
        }
        for (who, at, expected) in [
            ("usr_op", 99, true),
            ("usr_op", 100, false),
            ("usr_other", 99, false),
            ("usr_ada", 99, false),
        ] {
            let found = terms.holds(who, Timestamp::from_seconds(at));
            assert_eq!(found, expected, "{who} at {at}");
        }
    }

    #[test]
    fn view_allows_only_reads() {
        for (method, expected) in [
            (Method::GET, true),
            (Method::HEAD, true),
            (Method::POST, false),
            (Method::PUT, false),
            (Method::PATCH, false),
            (Method::DELETE, false),
            (Method::OPTIONS, false),
        ] {
            assert_eq!(only_reads(&method), expected, "{method}");
        }
    }
}
