/** Shows one card in the middle of the page, outside of the usual frame. */
import type { ReactNode } from "react";
import { Brand } from "./brand";
import { Card } from "./card";

type Props = { title: string; children: ReactNode };

export function CenteredPage({ title, children }: Props) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{`${title} · Tollgate`}</title>
      <Card className="w-full max-w-[27rem] p-6 sm:p-8">
        <Brand />
        <h1 tabIndex={-1} className="mt-6 mb-2 font-semibold text-xl">
          {title}
        </h1>
        {children}
      </Card>
    </main>
  );
}
