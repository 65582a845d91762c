//! Taking over one batch of people: all of them or none.

use foundation::secret::digest;
use foundation::{Connection, Failure};
use serde_json::json;

use super::person::{Person, Problem};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::users::{self, Adopted, Newcomer};
use crate::{passwords, upstream};

/// A person, and the line of the file that tells of them.
pub type Numbered = (u64, Person);

/// Whether what was done is to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is.
    Keep,
    /// It is only tried.
    Try,
}

/// What became of one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A user was made.
    Made {
        /// The new user's id.
        user_id: String,
    },
    /// Somebody here has this address or identity; that user is left as it is.
    Met {
        /// The user's id.
        user_id: String,
    },
    /// An earlier run took the person over.
    Known {
        /// The user's id.
        user_id: String,
    },
    /// Nothing is left by which the person could sign in.
    Skipped,
}

/// What came of a batch: what became of each person, in order; or why none of it was done, by lines.
pub type Batch = Result<Vec<Taken>, Vec<(u64, Problem)>>;

/// Looks at what can be known of a person without asking the database.
pub fn check(app: &App, person: &Person) -> Result<(), Problem> {
    let providers = upstream::providers(app);
    let is_known = |id: &str| providers.iter().any(|provider| provider.id == id);
    match person
        .accounts
        .iter()
        .find(|account| !is_known(&account.provider))
    {
        None => Ok(()),
        Some(_) => Err(Problem(
            "`provider` is none of the providers in the settings; set it up first".to_owned(),
        )),
    }
}

/// Takes over all people of a batch in one transaction, or none when one of them cannot be.
pub async fn take_over(app: &App, people: &[Numbered], mode: Mode) -> Result<Batch, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (mut taken, mut problems) = (Vec::with_capacity(people.len()), Vec::new());
    for (line, person) in people {
        let one = match check(app, person) {
            Ok(()) => one(app, &mut db, person).await?,
            Err(problem) => Err(problem),
        };
        match one {
            Ok(one) => taken.push(one),
            Err(problem) => problems.push((*line, problem)),
        }
    }
    if !problems.is_empty() || mode == Mode::Try {
        transaction.rollback().await?;
    } else {
        transaction.commit().await?;
    }
    Ok(if problems.is_empty() {
        Ok(taken)
    } else {
        Err(problems)
    })
}

async fn one(
    app: &App,
    db: &mut Connection<'_>,
    person: &Person,
) -> Result<Result<Taken, Problem>, Failure> {
    let source_id = digest("imported-user", &person.source);
    if let Some(user_id) = store::find(db, &source_id).await? {
        return Ok(Ok(Taken::Known { user_id }));
    }
    if person.has_no_way_in() {
        return Ok(Ok(Taken::Skipped));
    }
    let newcomer = Newcomer {
        name: person.name.as_deref(),
        email: person.email.as_ref(),
        image: person.image.as_deref(),
        is_active: person.is_active,
        accounts: &person.accounts,
    };
    let taken = match users::adopt(app, db, newcomer).await? {
        Adopted::Made(user_id) => {
            if let Some(hash) = &person.password_hash {
                passwords::import(app, db, &user_id, hash).await?;
            }
            trace(app, db, &user_id, person).await?;
            Taken::Made { user_id }
        }
        Adopted::Met(user_id) => Taken::Met { user_id },
        Adopted::Torn => return Ok(refuse("its address and accounts belong to several users")),
    };
    let (Taken::Made { user_id } | Taken::Met { user_id } | Taken::Known { user_id }) = &taken
    else {
        return Ok(Ok(taken));
    };
    if store::insert(db, &source_id, user_id, app.clock.now()).await? {
        Ok(Ok(taken))
    } else {
        Ok(refuse("another import is taking this person over"))
    }
}

fn refuse(words: &str) -> Result<Taken, Problem> {
    Err(Problem(words.to_owned()))
}

async fn trace(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    person: &Person,
) -> Result<(), Failure> {
    let event = Event {
        actor: "import",
        action: Action::UserImported,
        subject: user_id,
        network: None,
        client_id: None,
        details: json!({
            "accounts": person.accounts.len(),
            "has_email": person.email.is_some(),
            "has_password": person.password_hash.is_some(),
            "is_active": person.is_active,
        }),
    };
    audit::record(app, db, event).await
}
