//! Generates the client from `openapi/product-api.json`, as the build script of another program would.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use openapiv3::OpenAPI;
use progenitor_impl::{GenerationSettings, Generator};

const CONTRACT: &str = "../../openapi/product-api.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CONTRACT}");
    // The generator supports responses of only this media type; problems (RFC 9457) are JSON as well.
    let contract = fs::read_to_string(CONTRACT)?;
    let contract = contract.replace("application/problem+json", "application/json");
    let contract: OpenAPI = serde_json::from_str(&contract)?;
    let client = Generator::new(&GenerationSettings::default()).generate_tokens(&contract)?;
    let target = env::var_os("OUT_DIR").ok_or("cargo says where to write to")?;
    fs::write(Path::new(&target).join("client.rs"), client.to_string())?;
    Ok(())
}
