/** Saves all that a search finds as a file, page after page. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useApi } from "@/api/client";
import { type CustomerSearch, everyCustomer } from "@/api/customers";
import { useSite } from "@/api/site";
import type { Customer } from "@/api/types";
import { decimalAmount, formatAmount } from "@/lib/amount";
import { csvOf } from "@/lib/csv";
import { problemOf } from "@/lib/problem";
import { saveFile } from "@/lib/save-file";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

const most = 10_000;

const header = ["Id", "Name", "Email", "External id", "Credits", "Last seen", "Customer since"];

export function SaveCustomers({ search, count }: { search: CustomerSearch; count: number }) {
  const api = useApi();
  const site = useSite();
  const [saved, setSaved] = useState(0);
  const save = useMutation({
    mutationFn: () => everyCustomer(api, site, search, { most, onProgress: setSaved }),
    onSuccess: (customers) => {
      saveFile("customers.csv", "text/csv", csvOf(header, customers.map(rowOf)));
      const limit = customers.length === most ? " Narrow the search to get the rest." : "";
      toast(`${formatAmount(customers.length)} customers are saved.${limit}`);
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
          No file was saved: {problemOf(save.error).detail}
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
