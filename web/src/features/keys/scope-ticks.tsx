/** Checkboxes for the permissions of an API key. */
import { keyScopes } from "@/lib/key-scopes";
import { t } from "@/lib/language";
import { Tick } from "@/ui/fields";

type Props = { value: readonly string[]; onChange: (value: string[]) => void };

export function ScopeTicks({ value, onChange }: Props) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-sm">{t("Permissions")}</legend>
      {keyScopes.map(({ scope, words }) => (
        <Tick
          key={scope}
          label={words}
          help={<code className="font-mono text-xs">{scope}</code>}
          checked={value.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, scope] : value.filter((other) => other !== scope))
          }
        />
      ))}
    </fieldset>
  );
}
