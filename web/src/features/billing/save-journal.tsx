/** Saves the entries of a month as a CSV file for an accountant. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useApi } from "@/api/client";
import { everyEntry } from "@/api/revenue";
import type { JournalEntry } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { csvOf } from "@/lib/csv";
import type { Month } from "@/lib/journal-sums";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { saveFile } from "@/lib/save-file";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

const most = 100_000;

/** Programs read the file, so its columns are the members of the API in every language. */
const header: (keyof JournalEntry)[] = [
  "date",
  "booked_at",
  "key",
  "kind",
  "account",
  "currency",
  "amount_minor",
  "amount",
  "payment_id",
  "stripe_payment_intent",
  "customer_id",
];

type Props = {
  month: Month;
  /** The entries of the month, if all of them are here. */
  entries: JournalEntry[] | null;
};

export function SaveJournal({ month, entries }: Props) {
  const api = useApi();
  const scope = useWebsiteScope();
  const [loaded, setLoaded] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      if (entries !== null) return entries;
      const { from, to } = month;
      const all = await everyEntry(api, scope, { from, to }, { most, onProgress: setLoaded });
      if (!all.isWhole) throw new Error("the month has more entries than a browser should hold");
      return all.entries;
    },
    onSuccess: (all) => {
      saveFile(`journal-${month.value}.csv`, "text/csv", csvOf(header, all.map(rowOf)));
      toast(t("{count} entries are saved.", { count: formatAmount(all.length) }));
    },
    onSettled: () => setLoaded(0),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-4" />
        {save.isPending
          ? t("{count} entries…", { count: formatAmount(loaded) })
          : t("Download the entries as CSV")}
      </Button>
      {save.error && (
        <p role="alert" className="w-full text-danger text-sm">
          {t("No file was saved: {detail}", { detail: problemOf(save.error).detail })}
        </p>
      )}
    </div>
  );
}

function rowOf(entry: JournalEntry): string[] {
  return header.map((member) => String(entry[member] ?? ""));
}
