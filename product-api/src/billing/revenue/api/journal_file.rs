//! The money journal as lines of a file.

use foundation::Failure;
use poem_openapi::types::ToJSON;

use super::export_response::{Export, ExportResponse};
use super::forms::{JournalEntryDto, JournalPageDto};
use crate::billing::revenue::export_journal::JournalExport;
use crate::billing::revenue::journal_line::JournalLine;

/// The money journal in the requested format.
pub(super) type JournalResponse = ExportResponse<JournalExport>;

impl Export for JournalExport {
    type Line = JournalLine;
    type Page = JournalPageDto;
    const NAME: &'static str = "journal";
    const HEAD: &'static str = "date,booked_at,key,kind,account,currency,amount_minor,amount,payment_id,\
        stripe_payment_intent,customer_id";
    const DESCRIPTION: &'static str = "A page of the money journal; with `Accept: text/csv` or `Accept: application/jsonl` a file of the \
        whole period.";

    fn cells(line: &JournalLine) -> Vec<String> {
        vec![
            line.booked_at.day(),
            line.booked_at.to_iso8601(),
            line.key.clone(),
            line.kind.clone(),
            line.account.clone(),
            line.money.currency.code().to_owned(),
            line.money.minor.to_string(),
            line.money.to_string(),
            line.payment_id.clone().unwrap_or_default(),
            line.stripe_payment_intent.clone().unwrap_or_default(),
            line.customer_id.clone().unwrap_or_default(),
        ]
    }

    fn json(line: JournalLine) -> String {
        JournalEntryDto::from(line).to_json_string()
    }

    async fn next_batch(&mut self) -> Result<Option<Vec<JournalLine>>, Failure> {
        self.next_lines().await
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;
    use crate::billing::currency::{Currency, Money};
    use crate::billing::revenue::api::export_response::FileFormat;
    use crate::billing::revenue::journal_line::LinePosition;

    #[test]
    fn entry_is_a_line_in_each_format() {
        let line = JournalLine {
            position: LinePosition::FIRST,
            booked_at: Timestamp::from_seconds(1_767_225_600),
            key: "pay:pmt_1".to_owned(),
            kind: "payment".to_owned(),
            account: "deferred".to_owned(),
            money: Money {
                currency: Currency::parse("eur").unwrap(),
                minor: -1_234,
            },
            payment_id: Some("pmt_1".to_owned()),
            stripe_payment_intent: Some("pi_\"1,2\"".to_owned()),
            customer_id: None,
        };
        assert_eq!(
            FileFormat::Csv.lines::<JournalExport>(vec![line.clone()]),
            "2026-01-01,2026-01-01T00:00:00.000Z,pay:pmt_1,payment,deferred,eur,-1234,-12.34,pmt_1,\"pi_\"\"1,2\"\"\",\r\n"
        );
        let both = FileFormat::JsonLines.lines::<JournalExport>(vec![line.clone(), line]);
        assert_eq!(both.lines().count(), 2, "{both}");
        let first: serde_json::Value = serde_json::from_str(both.lines().next().unwrap()).unwrap();
        assert_eq!(
            (&first["amount"], &first["customer_id"]),
            (&"-12.34".into(), &serde_json::Value::Null)
        );
        assert_eq!(JournalExport::HEAD.split(',').count(), 11);
    }
}
