/** Downloads the money journal or the payments of a period as a file for an accountant. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useApi } from "@/api/client";
import {
  type Bookkeeping,
  type Days,
  downloadBookkeeping,
  type JournalFormat,
} from "@/api/revenue";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { saveFile } from "@/lib/save-file";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { toast } from "@/ui/toast";

const formats: { value: JournalFormat; label: string; extension: string }[] = [
  { value: "text/csv", label: "CSV", extension: "csv" },
  { value: "application/jsonl", label: t("JSON lines"), extension: "jsonl" },
];

const contents: { content: Bookkeeping; label: string }[] = [
  { content: "journal", label: t("Download journal") },
  { content: "payments", label: t("Download payments") },
];

/** The server's limit of one file. */
const maxDays = 366;

function isPeriod({ from, to }: Days): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= maxDays;
}

/** The first file has the months from a day on. */
export function SaveJournal({ from }: { from: string }) {
  const today = new Date().toISOString().slice(0, 10);
  const [days, setDays] = useState<Days>({ from, to: today });
  const [format = formats[0], setFormat] = useState(formats[0]);
  const [isWrong, setWrong] = useState(false);
  const file = useMutation(downloadBookkeeping(useApi(), useWebsiteScope()));

  function choose(change: Partial<Days>) {
    setDays({ ...days, ...change });
    setWrong(false);
    file.reset();
  }

  function download(content: Bookkeeping) {
    setWrong(!isPeriod(days));
    if (format === undefined || !isPeriod(days)) return;
    const { value, extension } = format;
    file.mutate(
      { ...days, content, format: value },
      {
        onSuccess: (file) => {
          saveFile(`${content}-${days.from}-${days.to}.${extension}`, value, file);
          toast(t("Saved"));
        },
      },
    );
  }

  return (
    <Card aria-labelledby="journal">
      <CardHeader
        id="journal"
        title={t("Bookkeeping")}
        note={t("Every entry in double entry, or one line for each payment. Days are in UTC.")}
      />
      <div className="grid gap-3 px-5 py-4">
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            label={t("From")}
            type="date"
            max={days.to}
            value={days.from}
            onChange={({ target }) => choose({ from: target.value })}
          />
          <TextField
            label={t("To")}
            type="date"
            min={days.from}
            max={today}
            value={days.to}
            onChange={({ target }) => choose({ to: target.value })}
          />
          <SelectField
            label={t("Format")}
            value={format?.value}
            onChange={({ target }) =>
              setFormat(formats.find(({ value }) => value === target.value))
            }
          >
            {formats.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="flex flex-wrap gap-2">
          {contents.map(({ content, label }) => (
            <Button
              key={content}
              busy={file.isPending && file.variables.content === content}
              onClick={() => download(content)}
            >
              <Download aria-hidden className="size-4" />
              {label}
            </Button>
          ))}
        </div>
        {isWrong && (
          <p role="alert" className="text-danger text-sm">
            {t("Choose a first and a last day, {count} days at most.", { count: maxDays })}
          </p>
        )}
        {file.error && <Refusal error={file.error} />}
      </div>
    </Card>
  );
}
