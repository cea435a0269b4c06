import { useLingui } from "@lingui/react/macro";
import { PASSWORD_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";
import type { Problems } from "./use-problems.ts";

interface NewPasswordFieldsProps {
  readonly label: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly problems: Problems;
  readonly onChange: (name: "password" | "confirmPassword", value: string) => void;
}

/** Asks for a new password twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const { min } = PASSWORD_LENGTH;
  return (
    <>
      <Field
        label={props.label}
        error={props.problems.password}
        hint={t`At least ${min} characters. A few words work well.`}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH.max}
            value={props.password}
            onChange={(event) => props.onChange("password", event.target.value)}
          />
        )}
      </Field>
      <Field label={t`Confirm password`} error={props.problems.confirmPassword}>
        {(control) => (
          <PasswordInput
            {...control}
            name="confirmPassword"
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH.max}
            value={props.confirmPassword}
            onChange={(event) => props.onChange("confirmPassword", event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
