/** Shows a customer's automatic top-up to the owner, who can turn it off. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { turnOffCustomerTopUp } from "@/api/customer-top-ups";
import type { TopUp } from "@/api/top-ups";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { topUpMonth, topUpSentence, topUpState } from "@/lib/topup-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/later";
import { toast } from "@/ui/toast";

type Props = { rule: TopUp; customer: string; name: string; scale: number };

/** Few customers have one, so it loads by itself. */
export function TopUpRow({ rule, customer, name, scale }: Props) {
  const scope = useWebsiteScope();
  const turnOff = useMutation(turnOffCustomerTopUp(useApi(), useQueryClient(), scope, customer));
  const [isAsking, setAsking] = useState(false);
  if (rule.state === "off") return null;
  const { word, tone } = topUpState(rule.state);
  return (
    <div className="grid gap-1 border-hairline border-b px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-medium">{t("Automatic top-up")}</h3>
        <Badge tone={tone}>{word}</Badge>
        <Button size="small" className="ml-auto" onClick={() => setAsking(true)}>
          {t("Turn off top-up…")}
        </Button>
      </div>
      <p className="text-pretty text-ink-soft">{topUpSentence(rule, scale)}</p>
      <p className="text-ink-faint tabular-nums">{topUpMonth(rule)}</p>
      <Suspense>
        {isAsking && (
          <Confirm
            title={t("Turn off the automatic top-up of {name}?", { name })}
            effect={t(
              "Nothing more is bought by itself. Only the customer can turn it on again; credits and payments stay.",
            )}
            action={t("Turn off")}
            cancel={t("Keep it")}
            busy={turnOff.isPending}
            error={turnOff.error}
            onConfirm={() =>
              turnOff.mutate(undefined, {
                onSuccess: () => {
                  toast(t("Automatic top-up is off."));
                  setAsking(false);
                },
              })
            }
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
