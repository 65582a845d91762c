/** Shows three steps from a registered website to its first sign-in, with the website's sign-in activity. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LoaderCircle, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { maxRequests, pollInterval, signInActivityQuery } from "@/api/overview";
import type { Website } from "@/api/types";
import { inSentence, rich, t } from "@/lib/language";
import { environmentFile } from "@/lib/settings-file";
import { type Connection, newSecret, type Secrets } from "@/lib/snippets";
import { paths } from "@/paths";
import { Card, CardHeader } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { Notice } from "@/ui/notice";
import { SkeletonRows } from "@/ui/skeleton";
import { ActivityPanel } from "./activity-panel";
import { Step } from "./step";

const Snippets = lazy(async () => ({ default: (await import("./snippets")).Snippets }));

type Props = {
  website: Website;
  issuer: string;
  /** Known only right after the registration. */
  secrets: Secrets | null;
  /** Starts a sign-in at the website for a test; known only right after the registration. */
  testLink: string | null;
};

export function Connect({ website, issuer, secrets, testLink }: Props) {
  const activity = useQuery({
    ...signInActivityQuery(useApi(), { id: website.id, mode: "live" }, maxRequests),
    refetchInterval: ({ state }) => pollInterval(state),
  });
  const isConnected = Boolean(activity.data?.first_sign_in_at);
  const connection = {
    issuer,
    clientId: website.client_id,
    redirectUris: website.redirect_uris,
    secrets,
  };
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)] lg:items-start">
      <Card className="p-5 sm:p-6">
        <ol className="grid gap-8">
          <Step done number={1} title={t("Website registered")}>
            <div className="grid gap-1 text-ink-soft text-sm">
              <p className="text-pretty">
                {rich(
                  "{url} can sign people in and keep credits for them. After sign-in, people return to:",
                  { url: <span className="break-all">{website.url}</span> },
                )}
              </p>
              <ul className="grid list-disc gap-1 pl-5">
                {website.redirect_uris.map((uri) => (
                  <li key={uri} className="break-all">
                    {uri}
                  </li>
                ))}
              </ul>
            </div>
          </Step>
          <Step number={2} done={isConnected} title={t("Add the settings and a snippet")}>
            <Settings website={website} connection={connection} />
            <Suspense fallback={<SkeletonRows label={t("Loading the snippets")} />}>
              <Snippets website={website} connection={connection} />
            </Suspense>
          </Step>
          <Step
            number={3}
            done={isConnected}
            title={isConnected ? t("The first sign-in worked") : t("Waiting for the first sign-in")}
          >
            <Waiting isConnected={isConnected} testLink={testLink} />
          </Step>
        </ol>
      </Card>
      <div className="grid grid-cols-1 gap-6">
        <ActivityPanel query={activity} website={website} />
        <Next websiteId={website.id} />
      </div>
    </div>
  );
}

function Settings({ website, connection }: { website: Website; connection: Connection }) {
  const { issuer, clientId, secrets } = connection;
  const [authSecret] = useState(newSecret);
  return (
    <>
      {secrets && (
        <Notice icon={TriangleAlert} tone="warn">
          {t("The secret and the keys are shown only once. Tollgate stores only hashes of them.")}
        </Notice>
      )}
      <dl className="divide-y divide-hairline rounded-control border border-hairline-strong">
        <Value label={t("Issuer")} value={issuer} />
        <Value label={t("Client id")} value={clientId} />
        {secrets && (
          <>
            <Value label={t("Client secret")} value={secrets.clientSecret} />
            <Value label={t("API key")} value={secrets.apiKey} />
            <Value label={t("Test API key")} value={secrets.testApiKey} />
          </>
        )}
      </dl>
      {!secrets && (
        <p className="text-ink-soft text-sm">
          {rich(
            "The client secret was shown once. Create a new one in the {settings}, and new keys under {keys}.",
            {
              settings: (
                <Link
                  to={paths.websiteSettings()}
                  params={{ site: website.id }}
                  className="underline"
                >
                  {t("settings")}
                </Link>
              ),
              keys: (
                <Link to={paths.keys()} params={{ site: website.id }} className="underline">
                  {t("API keys")}
                </Link>
              ),
            },
          )}
        </p>
      )}
      <p className="text-pretty text-ink-soft text-sm">
        {rich(
          "Save the settings as the file {file} in your project. Every snippet below reads them from there.",
          { file: <code>.env</code> },
        )}
      </p>
      <CopyButton
        value={environmentFile(connection, authSecret)}
        what={t("all as .env")}
        label={t("Copy all as .env")}
      />
    </>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid items-center gap-x-3 py-1.5 pr-2 pl-4 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="flex items-center justify-between gap-3 break-all font-mono text-[0.8125rem]">
        <code>{value}</code>
        <CopyButton value={value} what={inSentence(label)} />
      </dd>
    </div>
  );
}

function Waiting({ isConnected, testLink }: { isConnected: boolean; testLink: string | null }) {
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
        {isConnected ? (
          t("Someone signed in to your website. You are connected.")
        ) : (
          <>
            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-pulse" />
            {t("Listening. This page updates when someone signs in.")}
          </>
        )}
      </p>
      {testLink && (
        <p className="text-ink-soft text-sm">
          {rich("{link}. Preview only: your website will show an error at the end.", {
            link: (
              <a href={testLink} target="_blank" rel="noreferrer" className="underline">
                {t("See your sign-in page")}
              </a>
            ),
          })}
        </p>
      )}
    </>
  );
}

function Next({ websiteId }: { websiteId: string }) {
  const link = "flex min-h-10 items-center px-5 text-sm hover:bg-well";
  return (
    <Card aria-labelledby="next" className="overflow-hidden">
      <CardHeader id="next" title={t("Next")} />
      <ul>
        <li>
          <Link to={paths.features()} params={{ site: websiteId }} className={link}>
            {t("Price a feature")}
          </Link>
        </li>
        <li>
          <Link to={paths.webhooks()} params={{ site: websiteId }} className={link}>
            {t("Add a webhook")}
          </Link>
        </li>
        <li>
          <Link to={paths.website()} params={{ site: websiteId }} className={link}>
            {t("See the overview")}
          </Link>
        </li>
        <li>
          <Link to={paths.websites()} className={link}>
            {t("Your websites")}
          </Link>
        </li>
      </ul>
    </Card>
  );
}
