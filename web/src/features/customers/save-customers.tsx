/** Saves all matching customers as a file, page after page. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useApi } from "@/api/client";
import { type CustomerSearch, everyCustomer } from "@/api/customers";
import type { Customer } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { decimalAmount, formatAmount } from "@/lib/amount";
import { csvOf } from "@/lib/csv";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { saveFile } from "@/lib/save-file";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

const most = 10_000;

/** Programs read the file, so it is the same in every language. */
const header = ["Id", "Name", "Email", "External id", "Credits", "Last seen", "Customer since"];

export function SaveCustomers({ search, count }: { search: CustomerSearch; count: number }) {
  const api = useApi();
  const scope = useWebsiteScope();
  const [saved, setSaved] = useState(0);
  const save = useMutation({
    mutationFn: () => everyCustomer(api, scope, search, { most, onProgress: setSaved }),
    onSuccess: (customers) => {
      saveFile("customers.csv", "text/csv", csvOf(header, customers.map(rowOf)));
      const count = formatAmount(customers.length);
      toast(
        customers.length === most
          ? t("{count} customers are saved. Narrow the search to get the rest.", { count })
          : t("{count} customers are saved.", { count }),
      );
    },
    onSettled: () => setSaved(0),
  });
  if (count === 0) return null;
  return (
    <>
      <Button size="small" busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-4" />
        {save.isPending ? formatAmount(saved) : "CSV"}
      </Button>
      {save.error && (
        <p role="alert" className="w-full text-danger text-sm">
          {t("No file was saved: {detail}", { detail: problemOf(save.error).detail })}
        </p>
      )}
    </>
  );
}

function rowOf(customer: Customer): string[] {
  const { id, name, email, external_id, available, scale } = customer;
  return [
    id,
    name ?? "",
    email ?? "",
    external_id ?? "",
    decimalAmount(available, scale),
    customer.last_seen_at ?? "",
    customer.created_at,
  ];
}
