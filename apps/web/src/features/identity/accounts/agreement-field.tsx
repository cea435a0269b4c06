import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";

interface AgreementFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly error: string | undefined;
}

/** Renders the checkbox to accept the agreements, with its error below. */
export function AgreementField({ checked, onChange, error }: AgreementFieldProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        multiline
        className="text-ink-2"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
      >
        <Trans>
          I have read and accept the{" "}
          <Link to="/legal/agreement" target="_blank" className={inlineLinkClass}>
            User Agreement
          </Link>{" "}
          and{" "}
          <Link to="/legal/privacy" target="_blank" className={inlineLinkClass}>
            Privacy Policy
          </Link>
        </Trans>
      </Checkbox>
      {error !== undefined && (
        <div className="-mt-1 mb-1">
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
    </div>
  );
}
