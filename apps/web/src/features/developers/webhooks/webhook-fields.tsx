import { Trans, useLingui } from "@lingui/react/macro";
import { WEBHOOK_TYPES, type WebhookType } from "@tessera/contract/developers/webhook-types";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";

interface TypeFieldsProps {
  /** The types to send; empty: all of them. */
  readonly types: readonly WebhookType[];
  readonly onChange: (types: readonly WebhookType[]) => void;
}

/** Renders the choice of events: all, or some of them. */
export function TypeFields({ types, onChange }: TypeFieldsProps) {
  const { t } = useLingui();
  const toggle = (type: WebhookType, isChosen: boolean) => {
    const chosen = WEBHOOK_TYPES.filter((one) => (one === type ? isChosen : types.includes(one)));
    // Without the last one, all would be sent.
    if (chosen.length > 0) {
      onChange(chosen);
    }
  };
  return (
    <>
      <Field className="mt-5" label={t`Events`}>
        {(control) => (
          <Select
            {...control}
            value={types.length === 0 ? "all" : "some"}
            onChange={({ target }) => onChange(target.value === "all" ? [] : WEBHOOK_TYPES)}
          >
            <option value="all">{t`All events, also those added later`}</option>
            <option value="some">{t`Only the chosen ones`}</option>
          </Select>
        )}
      </Field>
      {types.length > 0 && (
        <fieldset className="mt-3">
          <legend className="font-semibold">
            <Trans>Events to send</Trans>
          </legend>
          {WEBHOOK_TYPES.map((type) => (
            <Checkbox
              key={type}
              checked={types.includes(type)}
              onChange={({ target }) => toggle(type, target.checked)}
            >
              <code className="break-all">{type}</code>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}
