/** Saves all of the user's transactions as a file, page after page. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useApi } from "@/api/client";
import { everyTransaction } from "@/api/credits";
import type { Transaction } from "@/api/types";
import { decimalAmount, formatAmount } from "@/lib/amount";
import { csvOf } from "@/lib/csv";
import { inEnglish, t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { saveFile } from "@/lib/save-file";
import { kindLabel } from "@/lib/transaction-words";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import type { ScaleOf } from "./scales";

const most = 10_000;

/** Programs read the file, so it is the same in every language. */
const header = [
  "Id",
  "When",
  "What",
  "Description",
  "Website",
  "Mode",
  "Change",
  "Balance",
  "Decimal places",
];

export function SaveTransactions({ scaleOf }: { scaleOf: ScaleOf }) {
  const api = useApi();
  const [saved, setSaved] = useState(0);
  const save = useMutation({
    mutationFn: () => everyTransaction(api, { most, onProgress: setSaved }),
    onSuccess: (transactions) => {
      const rows = transactions.map((transaction) => rowOf(transaction, scaleOf));
      saveFile("credits.csv", "text/csv", csvOf(header, rows));
      toast(savedWords(transactions.length));
    },
    onSettled: () => setSaved(0),
  });
  return (
    <>
      <Button size="small" busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-4" />
        {save.isPending ? formatAmount(saved) : "CSV"}
      </Button>
      {save.error && (
        <p role="alert" className="w-full text-danger text-sm">
          {t("Nothing was saved: {detail}", { detail: problemOf(save.error).detail })}
        </p>
      )}
    </>
  );
}

function savedWords(length: number): string {
  const count = formatAmount(length);
  if (length === most) {
    return t("{count} transactions are saved. Older ones are not in the file.", { count });
  }
  return length === 1
    ? t("1 transaction is saved.")
    : t("{count} transactions are saved.", { count });
}

/** Decimal places are unknown without a balance at the website: the figures are then whole smallest units. */
function rowOf(transaction: Transaction, scaleOf: ScaleOf): string[] {
  const { id, booked_at, kind, description, website, mode, amount, balance_after } = transaction;
  const scale = scaleOf(website?.id);
  return [
    id,
    booked_at,
    inEnglish(kindLabel(kind)),
    description ?? "",
    website?.name ?? "All websites",
    mode,
    decimalAmount(amount, scale ?? 0),
    decimalAmount(balance_after, scale ?? 0),
    scale === undefined ? "not known" : String(scale),
  ];
}
