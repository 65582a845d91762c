//! Prints the document.
fn main() {
    print!("{}", product_api::openapi_document());
}
