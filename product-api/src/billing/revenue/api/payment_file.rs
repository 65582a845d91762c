//! Payments as lines of a file.

use foundation::Failure;
use poem_openapi::types::ToJSON;

use super::export_response::{Export, ExportResponse};
use super::payment_forms::{PaymentLineDto, PaymentLinePageDto};
use crate::billing::currency::Money;
use crate::billing::revenue::export_payments::PaymentExport;
use crate::billing::revenue::payment_line::PaymentLine;

/// Payments in the requested format.
pub(super) type PaymentLinesResponse = ExportResponse<PaymentExport>;

impl Export for PaymentExport {
    type Line = PaymentLine;
    type Page = PaymentLinePageDto;
    const NAME: &'static str = "payments";
    const HEAD: &'static str = "date,booked_at,payment_id,source,source_id,customer_id,currency,gross_minor,gross,discount_minor,\
        discount,tax_minor,tax,refunded_minor,refunded,disputed_minor,disputed,balance_currency,fee_minor,fee,net_minor,net,\
        stripe_payment_intent,stripe_invoice";
    const DESCRIPTION: &'static str = "A page of payments; with `Accept: text/csv` or `Accept: application/jsonl` a file of the whole \
        period.";

    fn cells(line: &PaymentLine) -> Vec<String> {
        let in_both_forms = |money: Money| [money.minor.to_string(), money.to_string()];
        let paid = [line.gross, line.discount, line.tax];
        let returned = [line.refunded, line.disputed];
        let mut cells = vec![
            line.position.booked_at.day(),
            line.position.booked_at.to_iso8601(),
            line.payment_id.clone(),
            line.source.clone(),
            line.source_id.clone(),
            line.customer_id.clone().unwrap_or_default(),
            line.gross.currency.code().to_owned(),
        ];
        cells.extend(paid.into_iter().chain(returned).flat_map(in_both_forms));
        cells.push(line.net.currency.code().to_owned());
        cells.extend([line.fee, line.net].into_iter().flat_map(in_both_forms));
        cells.push(line.stripe_payment_intent.clone().unwrap_or_default());
        cells.push(line.stripe_invoice.clone().unwrap_or_default());
        cells
    }

    fn json(line: PaymentLine) -> String {
        PaymentLineDto::from(line).to_json_string()
    }

    async fn next_batch(&mut self) -> Result<Option<Vec<PaymentLine>>, Failure> {
        self.next_lines().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::currency::Currency;
    use crate::billing::revenue::api::export_response::FileFormat;
    use crate::billing::revenue::payment_line::tests::line;

    #[test]
    fn payment_is_a_line_in_each_format() {
        let usd = Currency::parse("usd").unwrap();
        let line = PaymentLine {
            refunded: Money {
                minor: 595,
                ..line().gross
            },
            fee: Money {
                currency: usd,
                minor: 47,
            },
            net: Money {
                currency: usd,
                minor: -1_234,
            },
            stripe_invoice: Some("in_1".to_owned()),
            ..line()
        };
        let csv = FileFormat::Csv.lines::<PaymentExport>(vec![line.clone()]);
        assert_eq!(
            csv,
            "2026-01-01,2026-01-01T00:00:00.000Z,pmt_1,checkout,chk_1,cus_1,eur,1190,11.90,310,3.10,190,1.90,595,5.95,0,0.00,\
             usd,47,0.47,-1234,-12.34,pi_1,in_1\r\n"
        );
        let columns: Vec<&str> = PaymentExport::HEAD.split(',').collect();
        assert_eq!(csv.split(',').count(), columns.len());
        let json = FileFormat::JsonLines.lines::<PaymentExport>(vec![line]);
        let json: serde_json::Value = serde_json::from_str(json.trim_end()).unwrap();
        let members = json.as_object().unwrap();
        assert_eq!(members.len(), columns.len());
        for (column, value) in columns.iter().zip(csv.trim_end().split(',')) {
            let member = &members[*column];
            let text = member
                .as_str()
                .map_or_else(|| member.to_string(), ToOwned::to_owned);
            assert_eq!(text, value, "{column}");
        }
    }
}
