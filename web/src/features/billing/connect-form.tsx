/** Connects a Stripe account in three steps: create a restricted key, paste it, see what it may do. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { connectStripe } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { readPermissions, writePermissions } from "./permissions";

export function ConnectForm() {
  const scope = useWebsiteScope();
  const connect = useMutation(connectStripe(useApi(), useQueryClient(), scope));
  const [key, setKey] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isTest = scope.mode === "test";
  const prefix = isTest ? "rk_test_" : "rk_live_";
  const fields = connect.error ? problemOf(connect.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (key.trim() === "" || connect.isPending) return;
    connect.mutate(key.trim(), {
      onSuccess: () => toast(t("Stripe is connected. Add a pack to sell.")),
    });
  }

  return (
    <Card aria-labelledby="connect-stripe">
      <CardHeader
        id="connect-stripe"
        title={t("Connect your Stripe account")}
        note={
          isTest
            ? t("Use a key of Stripe's test mode. No money moves.")
            : t("Takes about five minutes.")
        }
      />
      <form onSubmit={submit} noValidate className="grid gap-6 p-5">
        <ol className="grid gap-6">
          <Step number={1} title={t("Create a restricted key in Stripe")}>
            <p className="text-pretty text-ink-soft text-sm">
              {t("Choose “Restricted key”, and give it these permissions:")}
            </p>
            <dl className="grid gap-2 rounded-control bg-well px-4 py-3 text-sm">
              <div>
                <dt className="font-medium">{t("Write")}</dt>
                <dd className="text-ink-soft">{writePermissions.join(", ")}</dd>
              </div>
              <div>
                <dt className="font-medium">{t("Read")}</dt>
                <dd className="text-ink-soft">{readPermissions.join(", ")}</dd>
              </div>
            </dl>
            <a
              href={
                isTest
                  ? "https://dashboard.stripe.com/test/apikeys/create"
                  : "https://dashboard.stripe.com/apikeys/create"
              }
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-8 items-center gap-1.5 justify-self-start font-medium text-accent text-sm underline-offset-4 hover:underline"
            >
              {t("Open Stripe's dashboard")}
              <ExternalLink aria-hidden className="size-4" />
            </a>
          </Step>
          <Step number={2} title={t("Paste the key")}>
            <TextField
              label={t("Restricted key")}
              autoComplete="off"
              spellCheck={false}
              placeholder={`${prefix}…`}
              className="font-mono text-sm"
              value={key}
              onChange={(event) => setKey(event.target.value)}
              help={t("It is stored encrypted and never shown again.")}
              error={
                fields?.get("api_key") ??
                (isChecked && key.trim() === "" ? t("Paste the key.") : undefined)
              }
            />
          </Step>
          <Step number={3} title={t("Check and connect")}>
            <p className="text-pretty text-ink-soft text-sm">
              {t(
                "Tollgate tries each permission, and sets up the delivery of events. If something is missing, it says what.",
              )}
            </p>
            {connect.error && <Refusal error={connect.error} fields={["api_key"]} />}
            <Button
              type="submit"
              variant="primary"
              busy={connect.isPending}
              className="justify-self-start"
            >
              {connect.isPending ? t("Checking the key…") : t("Connect Stripe")}
            </Button>
          </Step>
        </ol>
      </form>
    </Card>
  );
}

type StepProps = { number: number; title: string; children: ReactNode };

function Step({ number, title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className="flex size-7 items-center justify-center rounded-full bg-well font-semibold text-sm tabular-nums"
      >
        {number}
      </span>
      <div className="grid gap-3">
        <h3 className="font-medium leading-7">{title}</h3>
        {children}
      </div>
    </li>
  );
}
