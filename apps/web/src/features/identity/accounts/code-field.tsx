import { Trans, useLingui } from "@lingui/react/macro";
import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import { Mail } from "lucide-react";
import { Button } from "../../../ui/form/button.tsx";
import { CodeInput } from "../../../ui/form/code-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { CODE_NAME } from "./use-mailed-code-form.ts";

const CODE_MINUTES = CODE_LIFETIME_SECONDS / 60;

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly sent: boolean;
  readonly sending: boolean;
  /** Number of seconds until another code can be requested. */
  readonly secondsLeft: number;
  readonly onSend: () => void;
}

/** Renders the input for the emailed code and the button that sends a code. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useLingui();
  const { secondsLeft } = props;
  const label = props.sent ? t`Resend code` : t`Send code`;
  return (
    <Field
      label={t`Verification code`}
      error={props.error}
      hint={props.sent ? t`Sent. The code works for ${CODE_MINUTES} minutes.` : undefined}
      hintIcon={<Mail aria-hidden="true" size={16} strokeWidth={2} className="mt-px flex-none" />}
    >
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <CodeInput {...control} name={CODE_NAME} value={props.value} onChange={props.onChange} />
          <Button
            className="px-4! text-body!"
            disabled={secondsLeft > 0}
            loadingLabel={props.sending ? t`Sending` : undefined}
            onClick={props.onSend}
          >
            {secondsLeft > 0 ? <Trans>Resend in {secondsLeft}s</Trans> : label}
          </Button>
        </div>
      )}
    </Field>
  );
}
