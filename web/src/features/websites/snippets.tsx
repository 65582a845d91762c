/** Shows code to paste for each framework, with the website's real ids. */
import { Suspense, use, useState } from "react";
import type { Website } from "@/api/types";
import { useSession } from "@/auth/session";
import { t, translate } from "@/lib/language";
import { type Framework, frameworks, snippetTexts } from "@/lib/snippet-files";
import { backEndValues, type Connection, filled, pageValues, type Values } from "@/lib/snippets";
import { CodeBlock } from "@/ui/code-block";
import { Segmented } from "@/ui/fields";
import { SkeletonRows } from "@/ui/skeleton";
import { PublicClientForm } from "./public-client-form";

type Props = { website: Website; connection: Connection };

/** The tab of a framework. */
const tabOf = ({ group, label }: Framework) => group ?? label;
const tabs = [...new Set(frameworks.map(tabOf))].map((tab) => ({ value: tab, label: tab }));

export function Snippets({ website, connection }: Props) {
  const [tab, setTab] = useState(tabs[0]?.value ?? "");
  const [language, setLanguage] = useState("");
  const session = useSession();
  const values: Values = {
    ...backEndValues(connection),
    ...(website.public_client && pageValues(website.public_client)),
    // The owner's own user id: the example grants and spends for the owner.
    SUB: session.status === "signed-in" ? session.user.sub : "",
  };
  const shown = frameworks.filter((one) => tabOf(one) === tab);
  const framework = shown.find(({ id }) => id === language) ?? shown[0];
  return (
    <>
      <Segmented isLoose label={t("Snippets for")} options={tabs} value={tab} onChange={setTab} />
      {framework && shown.length > 1 && (
        <Segmented
          label={t("Language")}
          options={shown.map(({ id, label }) => ({ value: id, label }))}
          value={framework.id}
          onChange={setLanguage}
        />
      )}
      {framework &&
        (framework.isPage && !website.public_client ? (
          <PublicClientForm website={website} />
        ) : (
          <Suspense fallback={<SkeletonRows label={t("Loading the snippet")} />}>
            <Steps key={framework.id} framework={framework} values={values} />
          </Suspense>
        ))}
    </>
  );
}

function Steps({ framework, values }: { framework: Framework; values: Values }) {
  const { title, note, install, files, run } = framework;
  const texts = use(snippetTexts(framework));
  return (
    <>
      <p className="text-pretty text-ink-soft text-sm">
        <span className="font-medium text-ink">{translate(title)}.</span>{" "}
        {filled(translate(note), values)}
      </p>
      {install.length > 0 && <Commands title={t("Install")} lines={install} values={values} />}
      {files.map((file, index) => (
        <CodeBlock
          key={file.path}
          title={translate(file.title ?? file.path)}
          {...(file.note && { note: translate(file.note) })}
          code={filled(texts[index] ?? "", values).trimEnd()}
        />
      ))}
      {run.length > 0 && <Commands title={t("Run")} lines={run} values={values} />}
    </>
  );
}

type CommandsProps = { title: string; lines: string[]; values: Values };

function Commands({ title, lines, values }: CommandsProps) {
  return <CodeBlock title={title} code={filled(lines.join("\n"), values)} />;
}
