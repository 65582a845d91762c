/** Leads from the billing settings to the comparison with Stripe, and says first if findings are open. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useApi } from "@/api/client";
import { findingsQuery, runsQuery } from "@/api/reconcile";
import { useWebsiteScope } from "@/api/website-scope";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Notice } from "@/ui/notice";
import { Time } from "@/ui/time";
import { findingCount } from "./finding-words";

/** The most findings that the notice counts. */
const counted = 100;

export function FindingsNotice() {
  const api = useApi();
  const scope = useWebsiteScope();
  const runs = useQuery(runsQuery(api, scope)).data;
  const open = useQuery(findingsQuery(api, scope, { state: "open", limit: counted, runs })).data;
  if (!open || open.items.length === 0) return null;
  return (
    <Notice icon={TriangleAlert} tone="warn">
      <p className="font-semibold">{findingCount(open.items.length, open.next_cursor !== null)}</p>
      <p>
        {t("Your records and Stripe's differ.")}{" "}
        <Link
          to={paths.comparison()}
          params={{ site: scope.id }}
          className="font-medium underline underline-offset-4"
        >
          {t("Show findings")}
        </Link>
      </p>
    </Notice>
  );
}

export function ComparisonCard() {
  const scope = useWebsiteScope();
  const runs = useQuery(runsQuery(useApi(), scope)).data;
  const last = runs?.items.find(({ ended_at }) => ended_at !== null)?.ended_at;
  return (
    <Card aria-labelledby="comparison">
      <CardHeader
        id="comparison"
        title={t("Comparison with Stripe")}
        note={
          last
            ? rich("Compared {time}.", { time: <Time value={last} /> })
            : t("It happens once a day by itself.")
        }
        action={
          <ButtonLink size="small" to={paths.comparison()} params={{ site: scope.id }}>
            {t("Open")}
          </ButtonLink>
        }
      />
      <p className="p-5 text-pretty text-ink-soft text-sm">
        {t("Lost payments are found and repaired. What cannot be repaired is shown to you.")}
      </p>
    </Card>
  );
}
