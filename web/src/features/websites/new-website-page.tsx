/** Registers a website: shows the form, then the result once; or explains why the user may not register. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useApi } from "@/api/client";
import { meQuery } from "@/api/me";
import { registerWebsite } from "@/api/websites";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";
import { RegisterForm } from "./register-form";
import { Registered } from "./registered";

export function NewWebsitePage() {
  const api = useApi();
  const register = useMutation(registerWebsite(api, useQueryClient()));
  // The form appears before the response: the server decides.
  const me = useQuery(meQuery(api));
  const { data } = register;
  if (data !== undefined) return <Registered result={data} />;
  if (me.data?.can_register_websites === false) return <Closed />;
  return (
    <RegisterForm
      busy={register.isPending}
      error={register.error}
      onSubmit={(request) => register.mutate(request)}
    />
  );
}

function Closed() {
  return (
    <>
      <PageHeader title={t("Register a website")} />
      <Card>
        <EmptyState
          icon={Globe}
          title={t("You cannot register websites here")}
          action={<ButtonLink to={paths.websites()}>{t("Go to your websites")}</ButtonLink>}
        >
          {t(
            "The operator of this installation decides who registers websites. Ask the operator to invite the address that you sign in with.",
          )}
        </EmptyState>
      </Card>
    </>
  );
}
