/** The plans and packs of a website as visitors see them: they sign in to buy, and come back. */
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { CircleAlert, LogIn } from "lucide-react";
import type { PublicCatalog } from "@/api/types";
import { signInFailure } from "@/auth/failure";
import type { Session } from "@/auth/session";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { PackCard } from "@/ui/pack-card";
import { PlanCard } from "@/ui/plan-card";
import { Group } from "./offer-group";

type Props = {
  catalog: PublicCatalog;
  session: Extract<Session, { status: "signed-out" }>;
};

export function VisitorOffers({ catalog: { plans, packs, scale }, session }: Props) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const start = useMutation({
    mutationFn: () => session.signIn(here),
    networkMode: "always",
  });
  const failure = start.error ? signInFailure(start.error) : session.failure;
  const signIn = (name: string) => (
    <Button
      variant="primary"
      className="wrap-anywhere"
      busy={start.isPending}
      onClick={() => start.mutate()}
      aria-label={t("Sign in to buy {name}", { name })}
    >
      <LogIn aria-hidden className="size-4" />
      {t("Sign in to buy")}
    </Button>
  );
  return (
    <div className="grid gap-6">
      <p className="text-pretty text-ink-soft">
        {t("Use the account that you have at the website. You come back to its offers.")}
      </p>
      {failure && (
        <Notice icon={CircleAlert} tone="warn" urgent>
          <p className="font-semibold">{failure.title}</p>
          <p>{failure.detail}</p>
        </Notice>
      )}
      <Group title={t("Plans")} isShown={plans.length > 0}>
        {plans.map((plan) => (
          <li key={plan.code} className="min-w-0">
            <PlanCard plan={plan} scale={scale} action={signIn(plan.name)} />
          </li>
        ))}
      </Group>
      <Group title={t("Packs")} isShown={packs.length > 0}>
        {packs.map(({ prices: [price], ...pack }) => (
          <li key={pack.code} className="min-w-0">
            {price && (
              <PackCard pack={{ ...pack, price }} scale={scale} action={signIn(pack.name)} />
            )}
          </li>
        ))}
      </Group>
    </div>
  );
}
