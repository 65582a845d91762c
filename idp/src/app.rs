//! The running idp: what its rooms share, opened in one place.

use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use foundation::database::MigrationRefusal;
use foundation::outbound::Guarded;
use foundation::secret::{ExposeSecret, Sealer};
use foundation::{Background, Clock, Database, Failure, Random};
use tokio::sync::Notify;

use crate::activity::Activity;
pub use crate::clients::BootstrapRefusal;
use crate::config::Config;
use crate::limits::{Asked, Bounded, Crowd, Tries};
use crate::mail::Mail;
use crate::passkeys::RelyingParty;
use crate::passwords::Pool;
use crate::sessions::SessionStore;
use crate::tokens::{self, RefreshBatches, Signed};
use crate::upstream::Upstream;
use crate::{
    MIGRATIONS, activity, admin, backchannel, clients, cors, discovery, documents, keys, sweep,
    users,
};

/// How many reports of its troubles one network may send in a minute.
const MOST_REPORTS: u32 = 60;
const REPORTS_WINDOW: Duration = Duration::from_mins(1);
/// How often one network may ask for a passkey, or bring one, in five minutes; a page that is opened asks once.
const MOST_CEREMONIES: u32 = 600;
const CEREMONIES_WINDOW: Duration = Duration::from_mins(5);

/// How many codes and refresh tokens of public clients may be none that one network brings in a quarter of an hour.
const MOST_GUESSES: u32 = 300;
const GUESSES_WINDOW: Duration = Duration::from_mins(15);

/// How many requests one network may let us keep in a quarter of an hour before anybody is known; short ones travel
/// sealed and are not counted.
const MOST_PARKED: u32 = 100;
const PARKED_WINDOW: Duration = Duration::from_mins(15);

/// Shared by every request; faces receive it as poem data.
pub struct App {
    /// The settings.
    pub config: Config,
    /// Time, handed in.
    pub clock: Clock,
    /// Randomness, handed in.
    pub random: Random,
    /// The database.
    pub database: Database,
    /// Seals and authenticates values under the master secret.
    pub sealer: Sealer,
    /// Authenticates what has to stay for ever, under a secret of its own that is never changed.
    pub stable: Sealer,
    /// The outgoing mail.
    pub(crate) mail: Arc<Mail>,
    /// Who asks devices for passkeys, where there are any.
    pub(crate) passkeys: Option<RelyingParty>,
    /// The bounded work on passwords.
    pub(crate) passwords: Pool,
    /// The outside providers.
    pub(crate) upstream: Upstream,
    /// The users whose sessions are read.
    pub(crate) owners: users::Directory,
    /// Asks addresses that clients register.
    pub(crate) outbound: Guarded,
    /// Where sessions live.
    pub(crate) sessions: SessionStore,
    /// What clients asked that was not written down yet.
    pub(crate) activity: Activity,
    /// The reports of troubles that are counted.
    pub(crate) reports: Bounded,
    /// The steps of signing in with a passkey, which must cost the database nothing.
    pub(crate) ceremonies: Bounded,
    /// The wrong secrets of clients.
    pub(crate) secret_tries: Tries,
    /// The wrong tokens of whoever registers clients.
    pub(crate) registration_tries: Tries,
    /// The codes and refresh tokens that were none, by whoever needs no secret to try one.
    pub(crate) guesses: Bounded,
    /// The requests that are kept for whoever asks.
    pub(crate) parking: Bounded,
    /// The signed access tokens that were verified lately.
    pub(crate) signed: Signed,
    /// Whom they are about.
    pub(crate) subjects: tokens::Subjects,
    /// Finds and rotates refresh tokens.
    pub(crate) refresh_batches: RefreshBatches,
    /// The signing keys.
    pub(crate) keys: keys::Keys,
    /// The discovery document, written once.
    pub(crate) metadata: Bytes,
    /// The clients.
    pub(crate) clients: clients::Directory,
    /// The public keys of clients.
    pub(crate) client_keys: clients::ClientKeys,
    /// What strangers make us ask.
    pub(crate) asked: Asked,
    /// The fetches of clients that are documents.
    pub(crate) documents: documents::Flights,
    /// The origins of their pages.
    pub(crate) origins: cors::Origins,
    /// Wakes whoever tells sites of sessions that ended.
    pub(crate) logouts_due: Notify,
    /// Work that goes on beside requests.
    pub background: Background,
    /// Itself, for work that a request begins and that goes on when whoever asked hangs up.
    itself: Weak<Self>,
}

/// Why the idp did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartRefusal {
    /// The data cannot be used by this version.
    #[error(transparent)]
    Migration(#[from] MigrationRefusal),
    /// The clients of `IDP_CLIENTS_FILE` are not as they should be.
    #[error(transparent)]
    Clients(#[from] BootstrapRefusal),
    /// Machinery broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl App {
    /// Opens the database, brings it to this version's shape, makes the keys that are missing, takes in
    /// the bootstrap clients, and starts the background work.
    pub async fn open(
        config: Config,
        clock: Clock,
        random: Random,
    ) -> Result<Arc<Self>, StartRefusal> {
        let database = migrated(&config, &clock).await?;
        let sealer = sealer(&config, &random);
        let sessions = SessionStore::open(&config, &clock, &random)?;
        let keys = keys::open(&database, &sealer, &clock, &random).await?;
        let stable = keys::open_stable(&database, &sealer, &clock, &random).await?;
        let sources = (&clock, &random);
        if let Some(file) = &config.storage.clients_file {
            admin::apply_clients(file, &database, sources, &config.outbound.allowed).await?;
        }
        let background = Background::new();
        let mail = Mail::open(
            &config.mail,
            database.clone(),
            (clock.clone(), random.clone()),
            sealer.clone(),
        )?;
        mail.start(&background);
        let upstream = Upstream::open(&config.upstream, &config.outbound)?;
        let outbound = Guarded::new(config.outbound.allowed.clone())?;
        let beside = (clock.clone(), background.clone());
        let passkeys = relying_party(&config)?;
        let app = Arc::new_cyclic(|itself| Self {
            itself: Weak::clone(itself),
            metadata: discovery::document(&config).to_string().into(),
            origins: cors::Origins::new(database.clone(), clock.clone()),
            owners: users::Directory::new(database.clone(), clock.clone()),
            clients: clients::Directory::new(database.clone(), config.clients.documents),
            client_keys: clients::ClientKeys::new(outbound.clone(), beside),
            subjects: tokens::subjects(database.clone(), &background),
            refresh_batches: RefreshBatches::new(&database, &clock, &background),
            passkeys,
            config,
            clock,
            random,
            database,
            sealer,
            stable,
            mail,
            passwords: Pool::new(&background),
            activity: Activity::default(),
            reports: Bounded::new(MOST_REPORTS, REPORTS_WINDOW, Crowd::Shares),
            ceremonies: Bounded::new(MOST_CEREMONIES, CEREMONIES_WINDOW, Crowd::IsFree),
            secret_tries: Tries::default(),
            registration_tries: Tries::default(),
            upstream,
            outbound,
            sessions,
            guesses: Bounded::new(MOST_GUESSES, GUESSES_WINDOW, Crowd::IsFree),
            parking: Bounded::new(MOST_PARKED, PARKED_WINDOW, Crowd::Shares),
            signed: Signed::new(),
            keys,
            asked: Asked::default(),
            documents: documents::Flights::new(),
            logouts_due: Notify::new(),
            background,
        });
        start_background(&app);
        Ok(app)
    }

    /// The same, to be kept by work beside requests.
    pub(crate) fn shared(&self) -> Result<Arc<Self>, Failure> {
        let shared = self.itself.upgrade();
        shared.ok_or_else(|| Failure::defect("nothing serves any more"))
    }
}

/// The database, brought to this version's shape.
async fn migrated(config: &Config, clock: &Clock) -> Result<Database, StartRefusal> {
    let url = config.storage.database_url.expose_secret();
    let owner_url = config.storage.migration_url.as_ref();
    let owner_url = owner_url.map(ExposeSecret::expose_secret);
    let settings = config.storage.connections;
    let database = Database::open_migrated(url, owner_url, settings, &MIGRATIONS).await?;
    database.lead(clock).await?;
    Ok(database)
}

/// What seals with the master secret, and opens what earlier ones have sealed.
fn sealer(config: &Config, random: &Random) -> Sealer {
    Sealer::new(config.base.secret.clone(), random.clone())
        .with_previous(&config.base.previous_secrets)
}

/// Who asks devices for passkeys, if the settings say so.
fn relying_party(config: &Config) -> Result<Option<RelyingParty>, Failure> {
    if config.passkeys.is_on {
        RelyingParty::of_issuer(&config.base.issuer)
    } else {
        Ok(None)
    }
}

fn start_background(app: &Arc<App>) {
    let shared = || Arc::clone(app);
    let background = &app.background;
    let leading = app.database.clone();
    let leading = leading.keep_leading(app.clock.clone(), background.stopping());
    background.start("clock", leading);
    background.start("activity", activity::keep_flushing(shared()));
    background.start("logouts", backchannel::keep_delivering(shared()));
    background.start("sweep", sweep::keep_sweeping(shared()));
    background.start("signing keys", keys::keep_tending(shared()));
}
