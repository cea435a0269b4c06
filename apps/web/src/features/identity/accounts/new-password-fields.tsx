import { useLingui } from "@lingui/react/macro";
import { PASSWORD_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import type { ComponentProps } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";

type Name = "password" | "confirmPassword";

/** The fields take the properties of the `useForm` that manages them. */
interface NewPasswordFieldsProps {
  readonly label: string;
  readonly text: (name: Name) => ComponentProps<typeof PasswordInput>;
  readonly errorAt: (name: Name) => string | undefined;
  readonly change: (changes: { readonly password: string }, ...names: readonly Name[]) => void;
}

/** Asks for a new password twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const { min } = PASSWORD_LENGTH;
  return (
    <>
      <Field
        label={props.label}
        error={props.errorAt("password")}
        hint={t`At least ${min} characters. A few words work well.`}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH.max}
            {...props.text("password")}
            // Both fields change: the two need not match until the second one is typed again.
            onChange={({ target }) =>
              props.change({ password: target.value }, "password", "confirmPassword")
            }
          />
        )}
      </Field>
      <Field label={t`Confirm password`} error={props.errorAt("confirmPassword")}>
        {(control) => (
          <PasswordInput
            {...control}
            name="confirmPassword"
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH.max}
            {...props.text("confirmPassword")}
          />
        )}
      </Field>
    </>
  );
}
