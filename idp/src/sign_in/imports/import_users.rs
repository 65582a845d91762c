//! Import of one batch of users: all of them or none.

use foundation::secret::digest;
use foundation::{Connection, Failure};
use serde_json::json;

use super::imported_user::{ImportProblem, ImportedUser};
use super::store;
use crate::app::App;
use crate::identity::users::{self, ImportMatch, ImportedIdentity};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::{identity::passwords, sign_in::upstream};

/// A user, with the line in the file.
pub type NumberedUser = (u64, ImportedUser);

/// Mode of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportMode {
    /// The import commits its changes.
    Commit,
    /// The import rolls its changes back (dry run).
    DryRun,
}

/// Result of one user's import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportOutcome {
    /// A user was created.
    Created {
        /// The new user's id.
        user_id: String,
    },
    /// An existing user has the email address or identity; the import does not change this user.
    Linked {
        /// The user's id.
        user_id: String,
    },
    /// An earlier run imported the user.
    Present {
        /// The user's id.
        user_id: String,
    },
    /// The user has no sign-in method.
    Skipped,
}

/// Result of a batch: each user's result, in order; or the problems with their lines, if nothing was imported.
pub type Batch = Result<Vec<ImportOutcome>, Vec<(u64, ImportProblem)>>;

/// Checks a user as far as possible without the database.
pub fn check(app: &App, user: &ImportedUser) -> Result<(), ImportProblem> {
    let providers = upstream::providers(app);
    let is_known = |id: &str| providers.iter().any(|provider| provider.id == id);
    match user
        .accounts
        .iter()
        .find(|account| !is_known(&account.provider))
    {
        None => Ok(()),
        Some(_) => Err(ImportProblem(
            "`provider` is none of the providers in the settings; set it up first".to_owned(),
        )),
    }
}

/// Imports all users of a batch in one transaction, or none if one of them has a problem.
pub async fn import_users(
    app: &App,
    users: &[NumberedUser],
    mode: ImportMode,
) -> Result<Batch, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (mut outcome, mut problems) = (Vec::with_capacity(users.len()), Vec::new());
    for (line, user) in users {
        let one = match check(app, user) {
            Ok(()) => import_one(app, &mut db, user).await?,
            Err(problem) => Err(problem),
        };
        match one {
            Ok(one) => outcome.push(one),
            Err(problem) => problems.push((*line, problem)),
        }
    }
    if !problems.is_empty() || mode == ImportMode::DryRun {
        transaction.rollback().await?;
    } else {
        transaction.commit().await?;
    }
    Ok(if problems.is_empty() {
        Ok(outcome)
    } else {
        Err(problems)
    })
}

async fn import_one(
    app: &App,
    db: &mut Connection<'_>,
    user: &ImportedUser,
) -> Result<Result<ImportOutcome, ImportProblem>, Failure> {
    let source_id = digest("imported-user", &user.source);
    if let Some(user_id) = store::find(db, &source_id).await? {
        return Ok(Ok(ImportOutcome::Present { user_id }));
    }
    if user.has_no_sign_in_method() {
        return Ok(Ok(ImportOutcome::Skipped));
    }
    let newcomer = ImportedIdentity {
        name: user.name.as_deref(),
        email: user.email.as_ref(),
        image: user.image.as_deref(),
        is_active: user.is_active,
        accounts: &user.accounts,
    };
    let outcome = match users::import_user(app, db, newcomer).await? {
        ImportMatch::Created(user_id) => {
            if let Some(hash) = &user.password_hash {
                passwords::import(app, db, &user_id, hash).await?;
            }
            record_import(app, db, &user_id, user).await?;
            ImportOutcome::Created { user_id }
        }
        ImportMatch::Existing(user_id) => ImportOutcome::Linked { user_id },
        ImportMatch::Conflict => {
            return Ok(refuse("its address and accounts belong to several users"));
        }
    };
    let (ImportOutcome::Created { user_id }
    | ImportOutcome::Linked { user_id }
    | ImportOutcome::Present { user_id }) = &outcome
    else {
        return Ok(Ok(outcome));
    };
    if store::insert(db, &source_id, user_id, app.clock.now()).await? {
        Ok(Ok(outcome))
    } else {
        Ok(refuse("another import is taking this person over"))
    }
}

fn refuse(words: &str) -> Result<ImportOutcome, ImportProblem> {
    Err(ImportProblem(words.to_owned()))
}

async fn record_import(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    user: &ImportedUser,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: "import",
        action: Action::UserImported,
        subject: user_id,
        network: None,
        client_id: None,
        details: json!({
            "accounts": user.accounts.len(),
            "has_email": user.email.is_some(),
            "has_password": user.password_hash.is_some(),
            "is_active": user.is_active,
        }),
    };
    audit::record(app, db, event).await
}
