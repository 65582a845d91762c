/** Checkboxes for the event types of an endpoint. */
import { t } from "@/lib/language";
import { webhookEvents } from "@/lib/webhook-events";
import { Tick } from "@/ui/fields";

type Props = {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
};

export function EventTicks({ value, onChange, error }: Props) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-sm">{t("Events")}</legend>
      {webhookEvents.map(({ type, words }) => (
        <Tick
          key={type}
          label={words}
          help={<code className="font-mono text-xs">{type}</code>}
          checked={value.includes(type)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, type] : value.filter((other) => other !== type))
          }
        />
      ))}
      {error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
