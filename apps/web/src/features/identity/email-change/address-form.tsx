import { Trans, useLingui } from "@lingui/react/macro";
import { isFullEmail } from "../../../lib/email.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import styles from "./email-change.module.css";

interface AddressFormProps {
  readonly current: string;
  readonly typed: string;
  /** Called with the address as typed and, on submit, in its trimmed, lowercase form. */
  readonly onTyped: (email: string) => void;
  readonly onNext: () => void;
}

/** Asks for the new email address. */
export function AddressForm({ current, typed, onTyped, onNext }: AddressFormProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { email: typed },
    hidesOnChange: true,
    problems: (draft) => {
      const email = draft.email.trim().toLowerCase();
      const mistake = !isFullEmail(email) && t`Enter a full email address`;
      return { email: email === current ? t`This is already your email` : mistake };
    },
    send: ({ email }) => {
      onTyped(email.trim().toLowerCase());
      onNext();
    },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <p className="text-ink-2">
        <Trans>
          You’ll use it to sign in and to receive our emails. Your username won’t change.
        </Trans>
      </p>
      <p className="mt-3 text-small text-ink-3">
        <Trans>Current email</Trans>
      </p>
      <p className={styles.address}>{current}</p>
      <Field className="mt-4" label={t`New email`} error={form.errorAt("email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={254}
            value={form.draft.email}
            onChange={({ target }) => {
              form.change({ email: target.value });
              onTyped(target.value);
            }}
            // The user opened the sheet to fill in this field.
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" kind="primary" block className="mt-5">
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
