/** The card of one setting; its form appears when the current value has loaded. */
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { inSentence, t } from "@/lib/language";
import { Card, CardHeader } from "@/ui/card";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";

type Props<Data> = {
  id: string;
  title: string;
  note: string;
  query: UseQueryOptions<Data, Error, Data, string[]>;
  /** The API refuses reading and changing a setting while its website is suspended. */
  isSuspended: boolean;
  children: (data: Data) => ReactNode;
};

export function SettingCard<Data>({ id, title, note, query, isSuspended, children }: Props<Data>) {
  const setting = useQuery({ ...query, enabled: !isSuspended });
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} note={note} />
      {isSuspended ? (
        <p className="p-5 text-ink-soft text-sm">{t("Resume the website to change this.")}</p>
      ) : (
        <Loadable
          query={setting}
          skeleton={
            <SkeletonRows label={t("Loading the {setting}", { setting: inSentence(title) })} />
          }
        >
          {children}
        </Loadable>
      )}
    </Card>
  );
}
