/** Lists the steps to the first spend; disappears when all are done. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Check } from "lucide-react";
import { useApi } from "@/api/client";
import { featuresQuery } from "@/api/features";
import { signInActivityQuery } from "@/api/overview";
import type { WebsiteSummary } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Card, CardHeader } from "@/ui/card";
import { useSellingStep } from "./selling-step";

export function FirstSteps({ summary }: { summary: WebsiteSummary }) {
  const api = useApi();
  const scope = useWebsiteScope();
  const { data: activity } = useQuery(signInActivityQuery(api, scope, 1));
  const { data: features } = useQuery(featuresQuery(api, scope, {}));
  const steps = [
    {
      to: paths.integration(),
      title: t("Connect the sign-in"),
      words: t("Paste a snippet and sign in once."),
      isDone: Boolean(activity?.first_sign_in_at),
    },
    {
      to: paths.features(),
      title: t("Name what you charge for"),
      words: t("A feature and its price, in credits."),
      isDone: (features?.items.length ?? 0) > 0,
    },
    {
      to: paths.customers(),
      title: t("Grant credits"),
      words: t("On a customer’s page, from your back end, or to everyone who signs up."),
      isDone: summary.outstanding.some(({ credits }) => credits > 0),
    },
    useSellingStep(),
    {
      to: paths.integration(),
      title: t("Spend the first credit"),
      words: t("Call the API from your back end. This page then shows usage by day."),
      isDone: false,
    },
  ];
  return (
    <Card aria-labelledby="first-steps" className="overflow-hidden">
      <CardHeader
        id="first-steps"
        title={t("First steps")}
        note={t("{done} of {all} done", {
          done: steps.filter(({ isDone }) => isDone).length,
          all: steps.length,
        })}
      />
      <ol className="divide-y divide-hairline">
        {steps.map(({ to, title, words, isDone }, at) => (
          <li key={title} className="relative flex items-center gap-4 px-5 py-4 hover:bg-well/50">
            <span
              className={classes(
                "grid size-8 shrink-0 place-items-center rounded-full font-semibold text-sm",
                isDone ? "bg-accent-soft text-accent-ink" : "bg-well text-ink-soft",
              )}
            >
              {isDone ? <Check aria-hidden className="size-4" /> : at + 1}
              {isDone && <span className="sr-only">{t("Done:")}</span>}
            </span>
            <div className="min-w-0 flex-1">
              <Link
                to={to}
                params={{ site: scope.id }}
                className="font-medium after:absolute after:inset-0 after:content-['']"
              >
                {title}
              </Link>
              <p className="text-pretty text-ink-soft text-sm">{words}</p>
            </div>
            <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
          </li>
        ))}
      </ol>
    </Card>
  );
}
