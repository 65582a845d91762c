//! A server of the comparison: ours or the peer.

use std::any::Any;
use std::net::SocketAddr;

use super::table::Column;
use crate::CONNECTIONS;
use crate::load::Scenario;
use crate::services::Services;
use crate::target::{SHORT_REST, Target};

/// A running server with its scenarios, each of which has the name of a row.
pub(super) struct ComparedServer {
    pub(super) column: Column,
    pub(super) address: SocketAddr,
    pub(super) process: u32,
    pub(super) services: Services,
    pub(super) scenarios: Vec<Scenario>,
    /// Stops the server when it is dropped.
    pub(super) _running: Box<dyn Any>,
}

impl ComparedServer {
    /// Returns the scenario of a row at this server; the peer has no session that a website reads.
    pub(super) fn target(&self, row: &str) -> Option<Target> {
        let mut scenarios = self.scenarios.iter();
        let scenario = scenarios.find(|scenario| scenario.name == row)?;
        Some(Target {
            scenario: scenario.clone(),
            address: self.address,
            process: self.process,
            services: self.services.clone(),
            connections: CONNECTIONS,
            rests_after: SHORT_REST,
            goal: None,
        })
    }
}
