/** Says of a page in test mode that its play credits are not shown here, rather than show the real ones. */
import { FlaskConical } from "lucide-react";
import { Card } from "./card";
import { EmptyState } from "./empty-state";
import { PageHeader } from "./page-header";

export function OnlyLive({ title, what }: { title: string; what: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={FlaskConical} title={`Test ${what} are not shown here yet`}>
          They are apart from the live ones. Your back end reads and changes them with a test key.
        </EmptyState>
      </Card>
    </>
  );
}
