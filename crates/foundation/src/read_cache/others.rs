//! Looking at the other servers of a database, for all who remember what was read.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::view::{Began, SHORTEST_VISIT, Sight, View};
use crate::background::Background;
use crate::clock::Clock;
use crate::database::{self, Database};
use crate::failure::Failure;
use crate::gather::Gather;

/// No cache remembers anything longer: somebody may have written to the database by a program of their own, and a PostgreSQL
/// server that takes another's place may show a mark once more.
pub(super) const LONGEST: Duration = Duration::from_mins(5);

/// The other servers of a database, as far as this one sees them.
pub struct OtherServers {
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) background: Background,
    looking: Gather<(), ()>,
    seen: Arc<Seen>,
}

impl fmt::Debug for OtherServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OtherServers").finish_non_exhaustive()
    }
}

/// What was seen.
struct Seen {
    database: Database,
    clock: Clock,
    view: Mutex<View>,
    /// Told when somebody asks.
    asked: Notify,
}

impl OtherServers {
    /// Begins to look, whenever somebody asks.
    pub fn of(database: &Database, clock: &Clock, background: &Background) -> Arc<Self> {
        let seen = Arc::new(Seen {
            database: database.clone(),
            clock: clock.clone(),
            view: Mutex::default(),
            asked: Notify::new(),
        });
        let looker = Arc::clone(&seen);
        let looking = Gather::new(background.clone(), 1, move |asked: Vec<()>| {
            let looker = Arc::clone(&looker);
            async move { looker.look().await.map(|()| asked) }
        });
        if matches!(database, Database::Postgres { .. }) {
            let (watcher, stopping) = (Arc::clone(&seen), background.stopping());
            background.start("looking for other servers", async move {
                let _stopped = stopping.run_until_cancelled(watcher.watch()).await;
            });
        }
        Arc::new(Self {
            database: database.clone(),
            clock: clock.clone(),
            background: background.clone(),
            looking,
            seen,
        })
    }

    /// Comes back when it is known what they had committed a twentieth of a second ago. Who comes when four fifths of that
    /// are over begins the next look, and does not wait for it: while many ask nobody does.
    pub(super) async fn look(&self) -> Result<(), Failure> {
        if matches!(self.database, Database::Sqlite { .. }) {
            return Ok(());
        }
        let sight = self.seen.view().sight(self.clock.monotonic());
        match sight {
            Sight::Clear => {}
            Sight::Fades => self.look_ahead(),
            Sight::Gone => {
                Box::pin(self.looking.ask(())).await?;
                self.seen.was_asked();
            }
        }
        Ok(())
    }

    fn look_ahead(&self) {
        self.seen.was_asked();
        let looker = Arc::clone(&self.seen);
        self.background.start("looking ahead", async move {
            // Where it fails, whoever comes later looks again, and is told.
            let _looked = looker.look().await;
        });
    }

    /// How often something was seen that another server may have committed.
    pub(super) fn epoch(&self) -> u64 {
        self.seen.view().epoch()
    }

    /// Notes what a statement has seen, and gives the epoch in which stands what it has read.
    pub(super) fn read(&self, mark: &str, began: Began) -> u64 {
        self.seen.view().read(mark, began)
    }

    /// That a statement begins now.
    pub(super) fn begin(&self) -> Began {
        self.seen.begin()
    }
}

impl Seen {
    async fn look(&self) -> Result<(), Failure> {
        let began = self.begin();
        if let Some(look) = database::look(&self.database).await? {
            self.view().look(&look, began);
        }
        Ok(())
    }

    fn begin(&self) -> Began {
        Began {
            at: self.clock.monotonic(),
            since: self.database.commits().ended(),
            epoch: self.view().epoch(),
        }
    }

    /// Looks now and then, as long as there is something that may be given again: so no server comes and goes unseen while
    /// nobody asks.
    async fn watch(&self) {
        loop {
            self.asked.notified().await;
            while self.was_asked_of_late() {
                tokio::time::sleep(SHORTEST_VISIT / 2).await;
                self.look_again().await;
            }
        }
    }

    /// Looks unless the clock has not moved since the last time: a look would come at a random time of a test.
    async fn look_again(&self) {
        if self.view().is_older_than(self.clock.monotonic()) {
            // The next caller looks again where this fails.
            let _looked = self.look().await;
        }
    }

    fn was_asked(&self) {
        self.view().asked_at = Some(self.clock.monotonic());
        self.asked.notify_one();
    }

    fn was_asked_of_late(&self) -> bool {
        let asked_at = self.view().asked_at;
        asked_at.is_some_and(|at| self.clock.monotonic().since(at) < LONGEST)
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
