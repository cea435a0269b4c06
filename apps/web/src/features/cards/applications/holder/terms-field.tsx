import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { FieldError } from "../../../../ui/form/field.tsx";
import { inlineLinkClass } from "../../../../ui/text/text-link.ts";

interface TermsFieldProps {
  readonly url: string;
  readonly checked: boolean;
  readonly error: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** Renders the checkbox to accept the issuer's terms, with its error below. */
export function TermsField({ url, checked, error, onChange }: TermsFieldProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        multiline
        name="acceptTerms"
        className="text-ink-2"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
      >
        <Trans>
          I accept the card issuer’s{" "}
          <a href={url} target="_blank" rel="noreferrer" className={inlineLinkClass}>
            terms for cardholders
          </a>
          . The time and my IP address are recorded.
        </Trans>
      </Checkbox>
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
