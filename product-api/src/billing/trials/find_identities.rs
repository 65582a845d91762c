//! Finds the names by which an owner of credits is known, as keyed digests.

use foundation::{Connection, Failure};

use super::store;
use super::trial_identity::{IdentityKind, TrialIdentity, normal_address};
use crate::app::App;
use crate::credits::Owner;

/// Purpose of the digests.
const PURPOSE: &str = "trial-use";

/// Returns the names of an owner, each as a digest that no one without the server's secret can compute.
pub(super) async fn find_identities(
    app: &App,
    db: &mut Connection<'_>,
    owner: &Owner,
) -> Result<Vec<TrialIdentity>, Failure> {
    let mut names = vec![match owner {
        Owner::Customer(id) => TrialIdentity {
            kind: IdentityKind::Customer,
            name: id.clone(),
        },
        Owner::User(id) => TrialIdentity {
            kind: IdentityKind::User,
            name: id.clone(),
        },
    }];
    let known = store::find_names(db, owner).await?;
    names.extend(known.user_id.map(|name| TrialIdentity {
        kind: IdentityKind::User,
        name,
    }));
    let addresses = known.emails.into_iter().map(|email| TrialIdentity {
        kind: IdentityKind::Email,
        name: normal_address(&email),
    });
    names.extend(addresses);
    names.into_iter().map(|one| digested(app, &one)).collect()
}

/// Returns the name of a card, as such a digest.
pub(super) fn identity_of_card(app: &App, fingerprint: &str) -> Result<TrialIdentity, Failure> {
    let card = TrialIdentity {
        kind: IdentityKind::Card,
        name: fingerprint.to_owned(),
    };
    digested(app, &card)
}

fn digested(app: &App, one: &TrialIdentity) -> Result<TrialIdentity, Failure> {
    let text = format!("{}:{}", one.kind.word(), one.name);
    let name = app.sealer.mac(PURPOSE, &text)?;
    Ok(TrialIdentity {
        name,
        kind: one.kind,
    })
}
