//! The families of metrics that both services have. `deploy/README.md` lists all families.

use super::Family;

/// Upper bounds of the buckets of durations, in seconds.
pub const DURATION_BUCKETS: &[f64] = &[
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

/// Families that this crate records at each event.
pub(super) const RECORDED: &[Family] = &[
    Family::counter(
        "http_requests_total",
        "Answered requests, by method, pattern of the route and status.",
    ),
    Family::histogram(
        "http_request_duration_seconds",
        "Time from the head of a request to its answer, by method, pattern of the route and class of the status.",
        DURATION_BUCKETS,
    ),
    Family::counter(
        "http_connections_waited_total",
        "Connections that waited because TOLLGATE_MOST_CONNECTIONS were open.",
    ),
    Family::gauge(
        "background_work_last_success_timestamp_seconds",
        "When background work last succeeded in this process.",
    ),
];

/// Emails, notices, events or operations that wait.
pub const QUEUE_SIZE: Family = Family::gauge(
    "queue_size",
    "Items that wait, by service and queue; counted up to the limit of the queue.",
);
/// Age of the oldest item that waits.
pub const QUEUE_OLDEST_AGE: Family = Family::gauge(
    "queue_oldest_age_seconds",
    "Age of the oldest item that waits, 0 for an empty queue.",
);
/// State of a circuit breaker: requests to an external server are suspended after failures.
pub const BREAKER_OPEN: Family = Family::gauge(
    "breaker_open",
    "1 while a server outside is left alone because it failed several times in a row.",
);

/// Connections of a pool.
pub(crate) const POOL_CONNECTIONS: Family = Family::gauge(
    "database_pool_connections",
    "Open connections to the database, by service, pool and state (in_use, idle).",
);
/// Maximum number of connections of a pool.
pub(crate) const POOL_MAX_CONNECTIONS: Family = Family::gauge(
    "database_pool_max_connections",
    "The most connections that a pool opens.",
);
/// Callers that wait for a connection of a pool.
pub(crate) const POOL_WAITING: Family = Family::gauge(
    "database_pool_waiting",
    "Callers that wait because all connections of a pool are in use.",
);

pub(super) const LOG_LINES_DROPPED: Family = Family::counter(
    "log_lines_dropped_total",
    "Log lines that standard error did not take in time.",
);
pub(super) const COLLECTOR_SUCCESS: Family = Family::gauge(
    "metrics_collector_success",
    "1 if the figures of a collector could be read for this answer.",
);
pub(super) const START_TIME: Family = Family::gauge(
    "process_start_time_seconds",
    "When the process started, in seconds since 1970.",
);
pub(super) const CPU_SECONDS: Family = Family::counter(
    "process_cpu_seconds_total",
    "Processor time of the process, in user and system mode.",
);
pub(super) const RESIDENT_MEMORY: Family = Family::gauge(
    "process_resident_memory_bytes",
    "Memory of the process that is not swapped out.",
);
pub(super) const VIRTUAL_MEMORY: Family = Family::gauge(
    "process_virtual_memory_bytes",
    "Address space of the process.",
);
pub(super) const THREADS: Family = Family::gauge("process_threads", "Threads of the process.");
pub(super) const OPEN_FDS: Family =
    Family::gauge("process_open_fds", "File descriptors that are open.");
pub(super) const MAX_FDS: Family = Family::gauge(
    "process_max_fds",
    "The most file descriptors that may be open.",
);
