/** What a registration made: secrets shown once, and the first calls, ready to paste. */
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RegisteredWebsite } from "@/api/types";
import { hostOf } from "@/lib/address";
import { environmentFile, grantCommand, spendCommand } from "@/lib/snippets";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { CodeBlock } from "@/ui/code-block";
import { CopyButton } from "@/ui/copy-button";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";

type Props = {
  result: RegisteredWebsite;
  /** The owner's own id: the example calls grant and spend for them. */
  ownSub: string;
};

export function Registered({ result, ownSub }: Props) {
  const { website, client, api_key, test_api_key, snippet, test_link } = result;
  const connection = {
    issuer: client.issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    apiKey: api_key.key,
    testApiKey: test_api_key.key,
  };
  const call = { api: location.origin, apiKey: api_key.key, customer: { sub: ownSub } };
  return (
    <>
      <PageHeader
        takesFocus
        title={`Connect ${website.name}`}
        note={`${hostOf(website.url)} is registered. Two steps to the first credit spent.`}
      />
      <Card className="max-w-[52rem] p-5 sm:p-6">
        <ol className="grid gap-8">
          <Step done title="Website registered">
            <p role="status" className="text-ink-soft text-sm">
              {website.url} may now sign people in and keep credits for them.
            </p>
          </Step>
          <Step number={2} title="Keep these where your server reads its settings">
            <Notice icon={TriangleAlert} tone="warn">
              The secret and the keys are shown once, here and now. We store only their
              fingerprints.
            </Notice>
            <dl className="divide-y divide-hairline rounded-control border border-hairline-strong">
              <Value label="Issuer" value={connection.issuer} />
              <Value label="Client id" value={connection.clientId} />
              <Value label="Client secret" value={connection.clientSecret} />
              <Value label="API key" value={connection.apiKey} />
              <Value label="Test API key" value={connection.testApiKey} />
            </dl>
            <CopyButton
              value={environmentFile(connection)}
              what="all as .env"
              label="Copy all as .env"
            />
            <CodeBlock title="Snippet" code={snippet} />
            <p className="text-ink-soft text-sm">
              <a href={test_link} target="_blank" rel="noreferrer" className="underline">
                See your sign-in page
              </a>
              . It ends at your redirect address, where your site will say that it asked for
              nothing.
            </p>
          </Step>
          <Step number={3} title="Grant credits and spend some">
            <CodeBlock
              title="Grant yourself 100 credits"
              note="The same Idempotency-Key never grants twice."
              code={grantCommand(call)}
            />
            <CodeBlock
              title="Spend 5 of them"
              note="Then look at the overview: 95 are left."
              code={spendCommand(call)}
            />
            <div className="flex flex-wrap gap-3">
              <ButtonLink variant="primary" to={paths.home()}>
                See your balance
              </ButtonLink>
              <ButtonLink to={paths.sites()}>Your websites</ButtonLink>
            </div>
          </Step>
        </ol>
      </Card>
    </>
  );
}

type StepProps = { done?: boolean; number?: number; title: string; children: ReactNode };

function Step({ done = false, number, title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 gap-y-3">
      <span
        aria-hidden
        className={
          done
            ? "grid size-8 place-items-center rounded-full bg-accent-soft text-accent-ink"
            : "grid size-8 place-items-center rounded-full bg-primary font-semibold text-primary-ink text-sm"
        }
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <h2 className="self-center font-semibold">{title}</h2>
      <div className="col-span-2 grid min-w-0 gap-4 sm:col-span-1 sm:col-start-2">{children}</div>
    </li>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid items-center gap-x-3 py-1.5 pr-2 pl-4 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="flex items-center justify-between gap-3 break-all font-mono text-[0.8125rem]">
        <code>{value}</code>
        <CopyButton value={value} what={label.toLowerCase()} />
      </dd>
    </div>
  );
}
