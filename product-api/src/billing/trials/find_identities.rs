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
    let mut identities = Vec::new();
    for one in names {
        let text = format!("{}:{}", one.kind.word(), one.name);
        let name = app.sealer.mac(PURPOSE, &text)?;
        identities.push(TrialIdentity { name, ..one });
    }
    Ok(identities)
}
