//! `tollgate openapi`: writes the contracts from which clients are generated.

use std::fs;
use std::path::Path;

use super::CommandResult;

pub(crate) fn run(folder: &Path) -> CommandResult {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("idp.json"), idp::openapi_document())?;
    fs::write(folder.join("account.json"), idp::account_document())?;
    fs::write(
        folder.join("product-api.json"),
        product_api::openapi_document(),
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn committed_contracts_are_the_code_s() {
        let rows = [
            ("idp.json", idp::openapi_document()),
            ("account.json", idp::account_document()),
            ("product-api.json", product_api::openapi_document()),
        ];
        for (name, document) in rows {
            let path = format!("{}/../../openapi/{name}", env!("CARGO_MANIFEST_DIR"));
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                committed == document,
                "openapi/{name} is out of date: run `make openapi` and commit it"
            );
        }
    }
}
