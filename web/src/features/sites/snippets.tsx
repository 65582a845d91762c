/** What to paste, for each way to build a website, with its real ids. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { Website } from "@/api/types";
import { setPublicClient } from "@/api/websites";
import { useSession } from "@/auth/session";
import { isRedirectUri } from "@/lib/address";
import { problemOf } from "@/lib/problem";
import { grantCommand, nextSnippet, oidcSnippet, reactSnippet, spendCommand } from "@/lib/snippets";
import { suggestedPageUris, wordsIn } from "@/lib/website-form";
import { Button } from "@/ui/button";
import { CodeBlock } from "@/ui/code-block";
import { TextArea } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";

const kinds = [
  { value: "next", label: "Next.js" },
  { value: "react", label: "React SPA" },
  { value: "oidc", label: "Plain OIDC" },
  { value: "credits", label: "Credits API" },
] as const;

type Kind = (typeof kinds)[number]["value"];
type Props = { website: Website; issuer: string; apiKey: string | null };

export function Snippets({ website, issuer, apiKey }: Props) {
  const [kind, setKind] = useState<Kind>("next");
  return (
    <>
      <Segmented
        inPairs
        label="Snippets for"
        options={[...kinds]}
        value={kind}
        onChange={setKind}
      />
      {kind === "next" && <CodeBlock title="Sign-in with Auth.js" code={nextSnippet} />}
      {kind === "react" && <ReactPart website={website} issuer={issuer} />}
      {kind === "oidc" && (
        <CodeBlock
          title="Sign-in with openid-client"
          note="Any library for OpenID Connect does the same with these settings."
          code={oidcSnippet(website.redirect_uris[0] ?? website.url)}
        />
      )}
      {kind === "credits" && <CreditsPart apiKey={apiKey} />}
    </>
  );
}

/** The owner's own id: the example calls grant and spend for them. */
function CreditsPart({ apiKey }: { apiKey: string | null }) {
  const session = useSession();
  const sub = session.status === "signed-in" ? session.holder.sub : "";
  const call = { api: location.origin, apiKey, customer: { sub } };
  return (
    <>
      <CodeBlock
        title="Grant yourself 100 credits"
        note="The same Idempotency-Key never grants twice."
        code={grantCommand(call)}
      />
      <CodeBlock
        title="Spend 5 of them"
        note="Then open the overview: 95 are left."
        code={spendCommand(call)}
      />
    </>
  );
}

function ReactPart({ website, issuer }: { website: Website; issuer: string }) {
  const client = website.public_client;
  if (!client) return <PublicClientForm website={website} />;
  return (
    <CodeBlock
      title="Sign-in with react-oidc-context"
      note={`For the separate client without a secret: ${client.client_id}`}
      code={reactSnippet(issuer, client.client_id, client.redirect_uris[0] ?? "")}
    />
  );
}

function PublicClientForm({ website }: { website: Website }) {
  const make = useMutation(setPublicClient(useApi(), useQueryClient(), website.id));
  const [typed, setTyped] = useState(suggestedPageUris(website.url));
  const uris = wordsIn(typed);
  const refused = make.error ? problemOf(make.error).fields : null;
  const wrong = uris.find((uri) => !isRedirectUri(uri));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (wrong === undefined && uris.length > 0 && !make.isPending) make.mutate(uris);
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-pretty text-ink-soft text-sm">
        A page without a server cannot keep a secret, so it needs a separate client without one.
      </p>
      <TextArea
        label="Redirect addresses"
        rows={2}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={
          wrong
            ? `"${wrong}" is not a complete http(s) address without a fragment.`
            : refused?.get("redirect_uris")
        }
        help="One per line. Must match exactly."
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
      />
      {make.error && <Refusal error={make.error} fields={["redirect_uris"]} />}
      <Button type="submit" busy={make.isPending} className="justify-self-start">
        Create the client
      </Button>
    </form>
  );
}
