/** Edits the website's resource servers, such as an MCP server, and shows the metadata that each publishes. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { ProtectedResource, Website } from "@/api/types";
import { changeWebsite } from "@/api/websites";
import { isRedirectUri } from "@/lib/address";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { wordsIn } from "@/lib/website-form";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { CodeBlock } from "@/ui/code-block";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

/** The request for a resource, without the metadata that the server derives. */
const requestOf = ({ resource, scopes }: Pick<ProtectedResource, "resource" | "scopes">) => ({
  resource,
  scopes,
});

export function ResourcesCard({ website }: { website: Website }) {
  const save = useMutation(changeWebsite(useApi(), useQueryClient(), website.id));
  const [resource, setResource] = useState("");
  const [scopes, setScopes] = useState("");
  const isWrong = resource.trim() !== "" && !isRedirectUri(resource.trim());
  const refused = save.error ? [...problemOf(save.error).fields.values()][0] : undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWrong || resource.trim() === "" || save.isPending) return;
    const added = { resource: resource.trim(), scopes: wordsIn(scopes) };
    save.mutate(
      { resources: [...website.resources.map(requestOf), added] },
      {
        onSuccess: () => {
          setResource("");
          setScopes("");
          toast(t("The resource is added."));
        },
      },
    );
  }

  function remove(gone: string) {
    const left = website.resources.filter((one) => one.resource !== gone);
    save.mutate(
      { resources: left.map(requestOf) },
      { onSuccess: () => toast(t("The resource is removed.")) },
    );
  }

  return (
    <Card aria-labelledby="resources">
      <CardHeader
        id="resources"
        title={t("Resources")}
        note={t(
          "Your servers that accept our access tokens, such as an MCP server. Any client may request them, even an unregistered one. A token works at one server only.",
        )}
      />
      <div className="grid gap-6 p-5">
        {website.resources.map((one) => (
          <ResourceRow
            key={one.resource}
            one={one}
            busy={save.isPending}
            onRemove={() => remove(one.resource)}
          />
        ))}
        <form onSubmit={submit} noValidate className="grid gap-4">
          <TextField
            label={t("Address of the server")}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://mcp.example.com/mcp"
            value={resource}
            onChange={({ target }) => setResource(target.value)}
            error={isWrong ? t("Enter an https address, or http on localhost.") : refused}
            help={t("The resource that clients name, and the audience of its tokens.")}
          />
          <TextField
            label={t("Scopes")}
            autoComplete="off"
            spellCheck={false}
            placeholder="tools.read tools.call"
            value={scopes}
            onChange={({ target }) => setScopes(target.value)}
            help={t("Optional. Your own scope names, separated by spaces.")}
          />
          {save.error && refused === undefined && <Refusal error={save.error} />}
          <Button type="submit" busy={save.isPending} className="justify-self-start">
            {t("Add resource")}
          </Button>
        </form>
      </div>
    </Card>
  );
}

type ResourceRowProps = { one: ProtectedResource; busy: boolean; onRemove: () => void };

function ResourceRow({ one, busy, onRemove }: ResourceRowProps) {
  return (
    <div className="grid gap-2">
      <CodeBlock
        title={one.resource}
        note={t(
          'Serve this JSON at {metadata_url}, and name that address in each 401: WWW-Authenticate: Bearer resource_metadata="{metadata_url}".',
          { metadata_url: one.metadata_url },
        )}
        code={JSON.stringify(one.metadata, null, 2)}
      />
      <Button
        size="small"
        busy={busy}
        onClick={onRemove}
        aria-label={t("Remove {resource}", { resource: one.resource })}
        className="justify-self-start"
      >
        {t("Remove")}
      </Button>
    </div>
  );
}
