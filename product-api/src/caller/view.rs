//! Views: an operator sees the product as somebody else does, by the header `Tollgate-View-As`, and changes nothing.
//!
//! No token is made for it: the operator calls with their own, and says by a sealed text whom they see as. The seal is
//! good for one operator, one person and half an hour; that it began is in the audit trail. Whoever is let in so is a
//! caller of a kind of their own, so that every guard has to say whether it lets them.

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

/// Whom an operator sees as.
pub(crate) const VIEW_HEADER: &str = "Tollgate-View-As";
const VIEW_AS: HeaderName = HeaderName::from_static("tollgate-view-as");
/// The mark by which the API reference knows what can be seen so.
pub(crate) const VIEWABLE: &str = "ViewAs";

/// How long a view lasts.
const LASTS: Duration = Duration::from_mins(30);
/// What the seal is for.
const PURPOSE: &str = "an operator's view";
/// Longer texts are no view of ours, in bytes.
const LONGEST_VIEW: usize = 1024;

/// An operator with a view that has begun and not ended. Whether they still run this installation is for guards to ask.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The operator's own token.
    pub(crate) token: Arc<UserToken>,
    /// Whom they see as.
    pub(crate) user_id: String,
}

/// A view, as the operator is given it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// What the header is to say.
    pub(crate) sealed: String,
    /// When it ends.
    pub(crate) expires_at: Timestamp,
}

/// Whom a view is of, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Terms {
    operator_id: String,
    user_id: String,
    expires_at: Timestamp,
}

impl Terms {
    fn seal(&self, sealer: &Sealer) -> Result<String, Failure> {
        let (operator, user) = (&self.operator_id, &self.user_id);
        let plain = format!("{} {operator} {user}", self.expires_at.micros());
        sealer.seal(PURPOSE, &plain)
    }

    fn open(sealer: &Sealer, text: &str) -> Option<Self> {
        let plain = (text.len() <= LONGEST_VIEW).then(|| sealer.open(PURPOSE, text));
        let plain = plain.flatten()?;
        let (expires_at, people) = plain.split_once(' ')?;
        let (operator_id, user_id) = people.split_once(' ')?;
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

/// Gives an operator a view of a person; whoever calls this has written it down.
pub(crate) fn view_of(app: &App, operator_id: &str, user_id: &str) -> Result<View, Failure> {
    let expires_at = app.clock.now().plus(LASTS);
    let terms = Terms {
        operator_id: operator_id.to_owned(),
        user_id: user_id.to_owned(),
        expires_at,
    };
    Ok(View {
        sealed: terms.seal(&app.sealer)?,
        expires_at,
    })
}

/// The caller, as a request without the header has them; an operator who sees as somebody else, with it. Nothing but
/// reading is done so.
pub(super) fn seen_as(app: &App, request: &Request, caller: Caller) -> Result<Caller, Problem> {
    let mut said = request.headers().get_all(VIEW_AS).iter();
    let Some(view) = said.next() else {
        return Ok(caller);
    };
    let token = match caller {
        Caller::User(token) if only_reads(request.method()) => token,
        Caller::User(_) | Caller::Viewer(_) | Caller::Key(_) | Caller::Program(_) => {
            return Err(view_only());
        }
    };
    token.scopes.require::<Operating>()?;
    let view = view.to_str().ok().filter(|_| said.next().is_none());
    let terms = view.and_then(|text| Terms::open(&app.sealer, text));
    let terms = terms.filter(|terms| terms.holds(&token.sub, app.clock.now()));
    let user_id = terms.ok_or_else(view_ended)?.user_id;
    Ok(Caller::Viewer(Viewer { token, user_id }))
}

fn only_reads(method: &Method) -> bool {
    *method == Method::GET || *method == Method::HEAD
}

/// What is said to whoever would do more than see.
pub(crate) fn view_only() -> Problem {
    Problem::new(
        Kind::ViewOnly,
        "You see the product as this person sees it. Nothing can be changed or spent, and what is not theirs is not shown.",
    )
}

/// What is said when there is nothing to see by the header.
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
    fn a_view_is_one_operators_of_one_person_until_it_ends() {
        let sealer = Sealer::new("0123456789abcdef0123456789abcdef".into(), Random::system());
        let terms = Terms {
            operator_id: "usr_op".to_owned(),
            user_id: "usr_ada".to_owned(),
            expires_at: Timestamp::from_seconds(100),
        };
        let text = terms.seal(&sealer).unwrap();
        assert_eq!(Terms::open(&sealer, &text), Some(terms.clone()));
        let altered = text.get(1..).unwrap();
        let foreign = sealer.seal("a cursor", "1 usr_op usr_ada").unwrap();
        for wrong in ["", altered, &foreign, &"x".repeat(100_000)] {
            assert_eq!(Terms::open(&sealer, wrong), None);
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
    fn only_what_reads_is_let_in() {
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
