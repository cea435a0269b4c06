import { Trans } from "@lingui/react/macro";
import { Radio } from "../../../ui/form/radio.tsx";
import type { ApplyDraft } from "./apply-draft.ts";

interface AddressChoiceProps {
  readonly value: ApplyDraft["assignment"];
  readonly onChange: (value: ApplyDraft["assignment"]) => void;
}

/** Lets the customer choose the billing address that merchants verify. */
export function AddressChoice({ value, onChange }: AddressChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium text-ink-2">
        <Trans>Billing address</Trans>
      </legend>
      <Radio
        name="assignment"
        value="auto"
        checked={value === "auto"}
        onChange={() => onChange("auto")}
      >
        <span className="py-1.5">
          <span className="block font-medium">
            <Trans>Assigned automatically</Trans>
          </span>
          <span className="block text-small text-ink-3">
            <Trans>Shown together with the card number.</Trans>
          </span>
        </span>
      </Radio>
      <Radio
        name="assignment"
        value="custom"
        checked={value === "custom"}
        onChange={() => onChange("custom")}
      >
        <span className="py-1.5 font-medium">
          <Trans>Custom address</Trans>
        </span>
      </Radio>
    </fieldset>
  );
}
