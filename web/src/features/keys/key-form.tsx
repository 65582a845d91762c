/** Edits the name and the permissions of a key that is in use. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { changeKey } from "@/api/keys";
import type { ApiKey } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { ScopeTicks } from "./scope-ticks";

export function KeyForm({ apiKey }: { apiKey: ApiKey }) {
  const save = useMutation(changeKey(useApi(), useQueryClient(), useWebsiteScope(), apiKey.id));
  const [name, setName] = useState(apiKey.name);
  const [scopes, setScopes] = useState<readonly string[]>(apiKey.scopes);
  const isNamed = name.trim() !== "";
  const fields = save.error ? problemOf(save.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isNamed || save.isPending) return;
    save.mutate(
      { name: name.trim(), scopes: [...scopes] },
      { onSuccess: () => toast(t("The key is saved.")) },
    );
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={t("Name and permissions")}
      className="grid gap-3"
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={fields?.get("name") ?? (isNamed ? undefined : t("Give the key a name."))}
      />
      <ScopeTicks value={scopes} onChange={setScopes} />
      {save.error && <Refusal error={save.error} fields={["name"]} />}
      <Button type="submit" size="small" busy={save.isPending} className="justify-self-start">
        {t("Save name and permissions")}
      </Button>
    </form>
  );
}
