//! State of the running idp, which all modules share.

use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use foundation::database::MigrationRefusal;
use foundation::outbound::GuardedClient;
use foundation::secret::{ExposeSecret, Sealer};
use foundation::{Background, Clock, Database, Failure, Random};
use tokio::sync::Notify;

use crate::config::Config;
use crate::identity::mail::Mail;
use crate::identity::passkeys::RelyingParty;
use crate::identity::passwords::Pool;
use crate::limits::{MemoryLimit, OutboundLimit, OverflowPolicy, WrongSecretLimit};
use crate::oauth::tokens::{self, RefreshBatches, VerifiedTokenCache};
use crate::observability::activity::ActivityRecorder;
pub use crate::protocol::clients::BootstrapRefusal;
use crate::protocol::clients::ClientKeys;
use crate::session::sessions::SessionStore;
use crate::sign_in::upstream::Upstream;
use crate::{
    MIGRATIONS,
    admin::{admin_api, sweep},
    identity::users,
    oauth::{client_metadata, discovery},
    observability::activity,
    protocol::{clients, cors, keys},
    session::backchannel,
};

/// Maximum number of error reports from one network in a minute.
const MAX_REPORTS: u32 = 60;
const REPORTS_WINDOW: Duration = Duration::from_mins(1);
/// Maximum number of passkey requests from one network in five minutes; each opened sign-in page sends one.
const MAX_CEREMONIES: u32 = 600;
const CEREMONIES_WINDOW: Duration = Duration::from_mins(5);

/// Maximum number of invalid codes and refresh tokens of public clients from one network in a quarter of an hour.
const MAX_GUESSES: u32 = 300;
const GUESSES_WINDOW: Duration = Duration::from_mins(15);

/// Maximum number of pending requests stored for one network in a quarter of an hour before sign-in. Short requests
/// travel encrypted in the URL and are not counted.
const MAX_PENDING_REQUESTS: u32 = 100;
const PENDING_WINDOW: Duration = Duration::from_mins(15);

/// State that all requests share; handlers receive it as poem data.
pub struct App {
    /// Settings.
    pub config: Config,
    /// Source of time.
    pub clock: Clock,
    /// Source of randomness.
    pub random: Random,
    /// Database.
    pub database: Database,
    /// Encrypts and authenticates values with the master secret.
    pub sealer: Sealer,
    /// Authenticates permanent values with a secret that never changes.
    pub stable: Sealer,
    /// Outgoing mail.
    pub(crate) mail: Arc<Mail>,
    /// Relying party for passkeys, if the settings turn them on.
    pub(crate) passkeys: Option<RelyingParty>,
    /// Worker pool for password hashing.
    pub(crate) passwords: Pool,
    /// External sign-in providers.
    pub(crate) upstream: Upstream,
    /// Cached users of sessions.
    pub(crate) owners: users::Directory,
    /// HTTP client for URLs that clients register.
    pub(crate) outbound: GuardedClient,
    /// Store of sessions.
    pub(crate) sessions: SessionStore,
    /// Requests of clients that are not yet written.
    pub(crate) activity: ActivityRecorder,
    /// Counts error reports.
    pub(crate) error_reports: MemoryLimit,
    /// Counts passkey requests in memory, so that they need no database query.
    pub(crate) ceremonies: MemoryLimit,
    /// Counts wrong client secrets.
    pub(crate) secret_failures: WrongSecretLimit,
    /// Counts wrong registration tokens.
    pub(crate) registration_failures: WrongSecretLimit,
    /// Counts invalid codes and refresh tokens of public clients, which need no secret to try one.
    pub(crate) guesses: MemoryLimit,
    /// Counts pending requests stored before sign-in.
    pub(crate) parking: MemoryLimit,
    /// Recently verified signed access tokens.
    pub(crate) signed: VerifiedTokenCache,
    /// Finds the grants and users of signed access tokens in batches.
    pub(crate) subjects: tokens::SubjectBatcher,
    /// Finds and rotates refresh tokens in batches.
    pub(crate) refresh_batches: RefreshBatches,
    /// Signing keys.
    pub(crate) keys: keys::SharedKeyring,
    /// Discovery document, serialized once.
    pub(crate) metadata: Bytes,
    /// Cached clients.
    pub(crate) clients: clients::Directory,
    /// Cached public keys of clients.
    pub(crate) client_keys: ClientKeys,
    /// Limits outgoing requests that unauthenticated users cause.
    pub(crate) outbound_limit: OutboundLimit,
    /// Running fetches of client metadata documents.
    pub(crate) documents: client_metadata::InFlightFetches,
    /// Origins that clients' web pages may have.
    pub(crate) origins: cors::Origins,
    /// Wakes the delivery of back-channel logouts.
    pub(crate) logouts_due: Notify,
    /// Background tasks.
    pub background: Background,
    /// Reference to this state, for tasks that continue after the client disconnects.
    itself: Weak<Self>,
}

/// Reason that the idp did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartRefusal {
    /// This version cannot use the data.
    #[error(transparent)]
    Migration(#[from] MigrationRefusal),
    /// The clients in `IDP_CLIENTS_FILE` are invalid.
    #[error(transparent)]
    Clients(#[from] BootstrapRefusal),
    /// An internal error.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl App {
    /// Opens and migrates the database, creates missing keys, applies the bootstrap clients, and starts the background
    /// tasks.
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
        if let Some(file) = &config.storage.clients_file {
            let allowed = &config.outbound.allowed;
            admin_api::apply_clients(file, &database, &clock, &random, allowed).await?;
        }
        let background = Background::new();
        let mail = Mail::open(
            &config.mail,
            database.clone(),
            clock.clone(),
            random.clone(),
            sealer.clone(),
        )?;
        mail.start(&background);
        let upstream = Upstream::open(&config.upstream, &config.outbound, &clock)?;
        let outbound = GuardedClient::new(config.outbound.allowed.clone())?;
        let passkeys = relying_party(&config)?;
        let app = Arc::new_cyclic(|itself| Self {
            itself: Weak::clone(itself),
            metadata: discovery::document(&config).to_string().into(),
            origins: cors::Origins::new(database.clone(), clock.clone()),
            owners: users::Directory::new(database.clone(), clock.clone()),
            clients: clients::Directory::new(database.clone(), config.clients.documents),
            client_keys: ClientKeys::new(outbound.clone(), clock.clone(), background.clone()),
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
            activity: ActivityRecorder::default(),
            error_reports: MemoryLimit::new(MAX_REPORTS, REPORTS_WINDOW, OverflowPolicy::Share),
            ceremonies: MemoryLimit::new(MAX_CEREMONIES, CEREMONIES_WINDOW, OverflowPolicy::Allow),
            secret_failures: WrongSecretLimit::default(),
            registration_failures: WrongSecretLimit::default(),
            upstream,
            outbound,
            sessions,
            guesses: MemoryLimit::new(MAX_GUESSES, GUESSES_WINDOW, OverflowPolicy::Allow),
            parking: MemoryLimit::new(MAX_PENDING_REQUESTS, PENDING_WINDOW, OverflowPolicy::Share),
            signed: VerifiedTokenCache::new(),
            keys,
            outbound_limit: OutboundLimit::default(),
            documents: client_metadata::InFlightFetches::new(),
            logouts_due: Notify::new(),
            background,
        });
        start_background(&app);
        Ok(app)
    }

    /// Returns a shared reference for a background task.
    pub(crate) fn shared(&self) -> Result<Arc<Self>, Failure> {
        let shared = self.itself.upgrade();
        shared.ok_or_else(|| Failure::defect("the server has stopped"))
    }
}

/// Opens the database and migrates it to this version's schema.
async fn migrated(config: &Config, clock: &Clock) -> Result<Database, StartRefusal> {
    let url = config.storage.database_url.expose_secret();
    let owner_url = config.storage.migration_url.as_ref();
    let owner_url = owner_url.map(ExposeSecret::expose_secret);
    let settings = config.storage.connections;
    let database = Database::open_migrated(url, owner_url, settings, &MIGRATIONS).await?;
    database.synchronize(clock).await?;
    Ok(database)
}

/// Creates the sealer, which encrypts with the master secret and also decrypts with earlier ones.
fn sealer(config: &Config, random: &Random) -> Sealer {
    Sealer::new(config.base.secret.clone(), random.clone())
        .with_previous(&config.base.previous_secrets)
}

/// Creates the relying party for passkeys if the settings turn them on.
fn relying_party(config: &Config) -> Result<Option<RelyingParty>, Failure> {
    if config.passkeys.is_on {
        RelyingParty::for_issuer(&config.base.issuer)
    } else {
        Ok(None)
    }
}

fn start_background(app: &Arc<App>) {
    let shared = || Arc::clone(app);
    let background = &app.background;
    let leading = app.database.clone();
    let leading = leading.keep_synchronized(app.clock.clone(), background.stopping());
    background.start("clock", leading);
    background.start("activity", activity::keep_flushing(shared()));
    background.start("logouts", backchannel::keep_delivering(shared()));
    background.start("sweep", sweep::keep_sweeping(shared()));
    background.start("signing keys", keys::keep_maintaining(shared()));
}
