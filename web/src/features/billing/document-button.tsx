/** Opens the receipt or the invoice of a payment, whose address Stripe ends after a time. */
import { useMutation } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { fetchDocument } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Refusal } from "@/ui/refusal";

export function DocumentButton({ id }: { id: string }) {
  const fetched = useMutation(fetchDocument(useApi(), useWebsiteScope(), id));
  return (
    <div className="grid gap-2">
      <Button
        busy={fetched.isPending}
        onClick={() => fetched.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })}
      >
        <FileText aria-hidden className="size-4" />
        {t("Receipt or invoice")}
      </Button>
      {fetched.error && <Refusal error={fetched.error} />}
    </div>
  );
}
