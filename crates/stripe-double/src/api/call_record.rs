//! A file of the calls to which a double responded, for comparisons with Stripe's own description of its API.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use foundation::Failure;
use serde_json::json;

use super::request::{ApiRequest, ApiResponse};

/// The file. Each call is one line of JSON that is written at once, so that doubles of several processes may share it.
#[derive(Debug)]
pub(crate) struct CallRecord(File);

impl CallRecord {
    /// Opens the file, and creates it if it is missing.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Self(file.map_err(failed)?))
    }

    /// Adds a call with its response; the key is left out.
    pub(crate) fn add(&self, request: &ApiRequest, response: &ApiResponse) -> Result<(), Failure> {
        let call = json!({
            "method": request.method,
            "path": request.path,
            "query": request.query,
            "body": request.body,
            "version": request.version,
            "status": response.status,
            "response": response.body,
        });
        let mut file = &self.0;
        file.write_all(format!("{call}\n").as_bytes())
            .map_err(failed)
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::broken("writing the calls of the double", error)
}
