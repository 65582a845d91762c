/** Lists sign-in methods: linked accounts, passkeys, password and address; the last one cannot be removed. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Link2, Mail, RectangleEllipsis } from "lucide-react";
import { Suspense, useState } from "react";
import { removeSignInMethod, type SignInMethod, signInMethodsQuery } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { SignInMethods } from "@/api/types";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { ButtonAnchor } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Confirm } from "@/ui/later";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { atIdp } from "./at-idp";
import { Passkeys } from "./passkeys";
import { Remove } from "./remove";
import { Row } from "./row";
import { Since } from "./since";

export function SignInMethodsPage() {
  const methods = useQuery(signInMethodsQuery(useAccountApi()));
  const [removing, setRemoving] = useState<SignInMethod | null>(null);
  return (
    <>
      <PageHeader
        title={t("Ways to sign in")}
        note={t("Each of these signs you in to the same account. Keep two, in case you lose one.")}
      />
      <Loadable
        framed
        query={methods}
        skeleton={
          <Card>
            <SkeletonRows label={t("Loading your ways to sign in")} />
          </Card>
        }
      >
        {(data) => (
          <div className="grid grid-cols-1 gap-6">
            <AddressAndPassword methods={data} />
            <Passkeys methods={data} onRemove={setRemoving} />
            <Accounts methods={data} onRemove={setRemoving} />
            <p className="text-ink-faint text-sm">
              {t("Manage your password and merged accounts")}{" "}
              <a
                className="underline underline-offset-4 hover:text-ink"
                href={atIdp(paths.linkAccount(), paths.signInMethods())}
              >
                {t("at the sign-in service")}
              </a>
              .
            </p>
          </div>
        )}
      </Loadable>
      <Suspense>
        {removing && <Removing method={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </>
  );
}

/** The email address and the password. */
function AddressAndPassword({ methods }: { methods: SignInMethods }) {
  const { email, has_password } = methods;
  const what = <span className="sr-only">{t("the email address")}</span>;
  return (
    <Card aria-label={t("Email and password")} className="divide-y divide-hairline">
      <Row
        icon={Mail}
        title={email?.address ?? t("No email address")}
        note={
          email
            ? t("Sign in with a link or code sent by email.")
            : t("With an address you can sign in with a link or code sent by email.")
        }
        badge={
          email && (
            <Badge tone={email.verified ? "good" : "warn"}>
              {email.verified ? t("Verified") : t("Not verified")}
            </Badge>
          )
        }
      >
        <ButtonAnchor size="small" href={atIdp(paths.ownEmail(), paths.signInMethods())}>
          {email ? rich("Change {what}", { what }) : rich("Add {what}", { what })}
        </ButtonAnchor>
      </Row>
      {has_password && (
        <Row icon={RectangleEllipsis} title={t("Password")} note={t("Set")}>
          <ButtonAnchor size="small" href={atIdp(paths.changePassword(), paths.signInMethods())}>
            {rich("Change {what}", { what: <span className="sr-only">{t("the password")}</span> })}
          </ButtonAnchor>
        </Row>
      )}
    </Card>
  );
}

type Part = { methods: SignInMethods; onRemove: (method: SignInMethod) => void };

/** Linked accounts, and providers that can be linked. */
function Accounts({ methods, onRemove }: Part) {
  const { accounts, providers, can_remove } = methods;
  const open = providers.filter(({ linked }) => !linked);
  if (accounts.length === 0 && open.length === 0) return null;
  return (
    <Card aria-labelledby="accounts">
      <CardHeader
        id="accounts"
        title={t("Linked accounts")}
        note={t("You can sign in with these. They cannot see your data here.")}
      />
      <ul className="divide-y divide-hairline">
        {accounts.map(({ id, provider_name, label, linked_at, last_used_at }) => (
          <li key={id}>
            <Row
              icon={Link2}
              stays={can_remove[id] !== true}
              title={provider_name}
              note={
                <>
                  {label && (
                    <span className="wrap-anywhere">
                      {label}
                      {" · "}
                    </span>
                  )}
                  <Since word={t("Linked")} since={linked_at} used={last_used_at} />
                </>
              }
            >
              <Remove
                verdict={can_remove[id]}
                name={provider_name}
                onPress={() => onRemove({ kind: "account", id, name: provider_name })}
              />
            </Row>
          </li>
        ))}
        {open.map(({ id, name }) => (
          <li key={id}>
            <Row icon={KeyRound} quiet title={name} note={t("Not linked.")}>
              <ButtonAnchor size="small" href={atIdp(paths.linkAccount(), paths.signInMethods())}>
                {rich("Link {name}", { name: <span className="sr-only">{name}</span> })}
              </ButtonAnchor>
            </Row>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Removing({ method, onClose }: { method: SignInMethod; onClose: () => void }) {
  const remove = useMutation(removeSignInMethod(useAccountApi(), useQueryClient()));
  return (
    <Confirm
      title={t("Remove {name}?", { name: method.name })}
      effect={t("You can no longer sign in with it, and all your other sessions end now.")}
      action={method.kind === "account" ? t("Remove account") : t("Remove passkey")}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(method, {
          onSuccess: () => {
            toast(t("{name} is removed.", { name: method.name }));
            onClose();
          },
        })
      }
    />
  );
}
