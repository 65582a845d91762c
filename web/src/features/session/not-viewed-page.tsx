/** Stands in the place of pages about an account itself while somebody else looks. */
import { EyeOff } from "lucide-react";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

export function NotViewedPage() {
  return (
    <>
      <PageHeader title="Not shown" />
      <Card>
        <EmptyState
          icon={EyeOff}
          title="Only the person sees this"
          action={<ButtonLink to={paths.home()}>Go to their credits</ButtonLink>}
        >
          Profile, ways to sign in, sessions, apps and data are about the account itself.
        </EmptyState>
      </Card>
    </>
  );
}
