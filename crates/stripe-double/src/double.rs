//! The double as a value: its state behind a lock, and the methods of tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use foundation::http::log_failure;
use foundation::{Background, Clock, Failure, Random, Timestamp, outbound};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::api::{ApiRequest, ApiResponse, CallRecord, respond};
use crate::control::{ControlRefusal, execute, run_due};
use crate::delivery::{due_events, record_result, send};
use crate::error::StripeError;
use crate::state::{CallFault, CallFaultKind, DeliveryFaults, DoubleState, StateFile, Tools};

/// Pause between two looks at the clock and the deliveries.
const TICK: Duration = Duration::from_millis(100);

/// Arguments of a double.
#[derive(Clone, Debug)]
pub struct DoubleOptions {
    /// The host's clock; the double's own clock can be ahead of it.
    pub clock: Clock,
    /// Source of ids and secrets; a seeded one repeats them.
    pub random: Random,
    /// Folder of the file of the state; without one the state is kept in memory.
    pub folder: Option<PathBuf>,
    /// Address under which browsers and clients reach the double, such as `http://localhost:12111`.
    pub base_url: String,
}

/// A double of Stripe; clones share its state.
#[derive(Clone, Debug)]
pub struct StripeDouble(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Mutex<DoubleState>,
    file: StateFile,
    tools: Tools,
    client: reqwest::Client,
    /// Idempotency keys of requests that have not ended.
    in_flight: Mutex<BTreeSet<String>>,
    /// One task at a time delivers, so that no event is sent twice by accident.
    delivering: tokio::sync::Mutex<()>,
    /// The file to which calls are added, if there is one.
    record: Mutex<Option<CallRecord>>,
}

impl StripeDouble {
    /// Opens a double with the state of its folder. Fails if the file of the state is broken.
    pub fn open(options: DoubleOptions) -> Result<Self, Failure> {
        let file = StateFile::new(options.folder)?;
        Ok(Self(Arc::new(Inner {
            state: Mutex::new(file.read()?),
            file,
            tools: Tools {
                clock: options.clock,
                random: options.random,
                base_url: options.base_url.trim_end_matches('/').to_owned(),
            },
            client: outbound::client()?,
            in_flight: Mutex::default(),
            delivering: tokio::sync::Mutex::default(),
            record: Mutex::default(),
        })))
    }

    /// Adds each call that follows, with its response, to a file as a line of JSON.
    pub fn record_calls(&self, path: &Path) -> Result<(), Failure> {
        let opened = CallRecord::open(path)?;
        let record = self.0.record.lock();
        *record.unwrap_or_else(PoisonError::into_inner) = Some(opened);
        Ok(())
    }

    /// Starts the task that runs what is due and delivers events, until the background stops.
    pub fn start(&self, background: &Background) {
        let stopping = background.stopping();
        background.start("stripe double", self.clone().deliver_until(stopping));
    }

    async fn deliver_until(self, stopping: CancellationToken) {
        loop {
            tokio::select! {
                () = stopping.cancelled() => break,
                () = tokio::time::sleep(TICK) => {}
            }
            if let Err(failure) = self.deliver_due().await {
                log_failure(&failure);
            }
        }
    }

    /// Runs what is due and delivers the due events once. Returns the number of events that endpoints took.
    pub async fn deliver_due(&self) -> Result<usize, Failure> {
        let _one_at_a_time = self.0.delivering.lock().await;
        let mut delivered = 0;
        if !self.has_work() {
            return Ok(delivered);
        }
        let events = self.change(|state, tools| {
            run_due(state, tools)?;
            due_events(state, tools)
        })?;
        for event in events.map_err(|error| Failure::defect(error.to_string()))? {
            let is_delivered = send(&self.0.client, &event).await;
            delivered += usize::from(is_delivered);
            self.change(|state, tools| {
                record_result(state, tools, &event.delivery, is_delivered);
            })?;
        }
        Ok(delivered)
    }

    fn has_work(&self) -> bool {
        self.read(|state, tools| {
            let now = state.now(&tools.clock).seconds();
            state.modes.values().any(|data| {
                data.tasks.iter().any(|task| task.at <= now)
                    || data
                        .deliveries
                        .iter()
                        .any(|delivery| delivery.due_at <= now)
            })
        })
    }

    /// Executes a control, such as `advance_clock` with `{"seconds": 60}`.
    pub fn control(&self, name: &str, arguments: &Value) -> Result<Value, ControlRefusal> {
        let executed = self.change(|state, tools| {
            run_due(state, tools)?;
            execute(state, tools, name, arguments)
        });
        executed.map_err(|failure| ControlRefusal(failure.to_string()))?
    }

    /// Creates an API key: a secret one without permissions, else a restricted one.
    pub fn add_key(
        &self,
        account: &str,
        is_live: bool,
        permissions: Option<&[&str]>,
    ) -> Result<String, ControlRefusal> {
        let arguments = json!({"account": account, "is_live": is_live, "permissions": permissions});
        let added = self.control("add_key", &arguments)?;
        Ok(added
            .get("key")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned())
    }

    /// Advances the double's clock; what is due then happens.
    pub fn advance_clock(&self, by: Duration) -> Result<(), ControlRefusal> {
        self.control("advance_clock", &json!({"seconds": by.as_secs()}))?;
        Ok(())
    }

    /// Adds a fault of API calls.
    pub fn add_fault(&self, fault: CallFault) -> Result<(), Failure> {
        self.change(|state, _| state.faults.push(fault))
    }

    /// Sets the faults of the deliveries that follow.
    pub fn set_delivery_faults(&self, faults: &DeliveryFaults) -> Result<(), ControlRefusal> {
        self.control("set_delivery_faults", &json!(faults))?;
        Ok(())
    }

    /// Pays a session with a test method such as `pays`; returns `completed`, `must_confirm` or `declined`.
    pub fn pay_session(&self, session: &str, method: &str) -> Result<String, ControlRefusal> {
        let paid = self.control(
            "pay_session",
            &json!({"session": session, "method": method}),
        )?;
        Ok(paid
            .get("result")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned())
    }

    /// Returns the numbers of calls and objects and the sums of charges, refunds and disputes, by account and mode.
    pub fn figures(&self) -> Result<Value, ControlRefusal> {
        self.control("get_figures", &json!({}))
    }

    /// Returns the time of the double's clock.
    pub fn now(&self) -> Timestamp {
        self.read(|state, tools| state.now(&tools.clock))
    }

    /// Returns the address of the double, without a slash at its end.
    pub(crate) fn base_url(&self) -> &str {
        &self.0.tools.base_url
    }

    /// Takes the first fault that fits a call.
    pub(crate) fn take_fault(&self, name: &str) -> Option<CallFaultKind> {
        self.lock_state().take_fault(name)
    }

    /// Responds to an API call.
    pub(crate) fn respond(
        &self,
        request: &ApiRequest,
        fault: Option<CallFaultKind>,
    ) -> ApiResponse {
        let tools = &self.0.tools;
        let mut state = self.lock_state();
        let has_run = match run_due(&mut state, tools) {
            Ok(has_run) => has_run,
            Err(error) => return ApiResponse::from_error(&error),
        };
        let response = respond(&mut state, tools, request, fault);
        // A call that only reads counts itself; this number may be lost at a restart.
        let written = if has_run || request.method != "GET" {
            self.0.file.write(&state)
        } else {
            Ok(())
        };
        drop(state);
        let recorded = written.and_then(|()| self.record(request, &response, fault));
        match recorded {
            Ok(()) => response,
            Err(failure) => ApiResponse::from_error(&StripeError::from(failure)),
        }
    }

    /// Adds a call to the record; a fault responds otherwise than Stripe describes.
    fn record(
        &self,
        request: &ApiRequest,
        response: &ApiResponse,
        fault: Option<CallFaultKind>,
    ) -> Result<(), Failure> {
        let record = self.0.record.lock();
        match &*record.unwrap_or_else(PoisonError::into_inner) {
            Some(record) if fault.is_none() => record.add(request, response),
            _ => Ok(()),
        }
    }

    /// Reserves the idempotency key of a request until the returned value is dropped; `None` if it is in use.
    pub(crate) fn reserve(&self, request: &ApiRequest) -> Option<KeyReservation> {
        let key = request.idempotency_key.as_ref();
        let name = key.map(|key| format!("{} {key}", request.key.as_deref().unwrap_or_default()));
        if let Some(name) = &name {
            let mut in_flight = self
                .0
                .in_flight
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if !in_flight.insert(name.clone()) {
                return None;
            }
        }
        Some(KeyReservation {
            double: self.clone(),
            name,
        })
    }

    /// Reads the state.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&DoubleState, &Tools) -> T) -> T {
        read(&self.lock_state(), &self.0.tools)
    }

    /// Changes the state and writes it to its file. Fails if the file cannot be written.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut DoubleState, &Tools) -> T,
    ) -> Result<T, Failure> {
        let mut state = self.lock_state();
        let changed = change(&mut state, &self.0.tools);
        self.0.file.write(&state)?;
        Ok(changed)
    }

    fn lock_state(&self) -> std::sync::MutexGuard<'_, DoubleState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The idempotency key of a request that has not ended.
#[derive(Debug)]
pub(crate) struct KeyReservation {
    double: StripeDouble,
    name: Option<String>,
}

impl Drop for KeyReservation {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            let in_flight = &self.double.0.in_flight;
            in_flight
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(name);
        }
    }
}
