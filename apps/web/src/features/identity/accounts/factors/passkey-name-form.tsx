import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { FormEnd } from "../form-end.tsx";

const NAME_LENGTH = 60;

interface PasskeyNameFormProps {
  readonly initial: string;
  readonly text?: ReactNode;
  /** Label of the button while the form is being sent. */
  readonly sending: string;
  readonly confirm: string;
  readonly explain: (error: unknown) => string;
  readonly onNamed: (name: string) => Promise<void>;
}

/** Asks for a name that helps the owner recognize a passkey. */
export function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { initial, text, sending, confirm, explain, onNamed } = props;
  const { t } = useLingui();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (name: string) => {
    if (busy) {
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await onNamed(name);
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  };
  const form = useForm({
    initial: { name: initial },
    problems: ({ name }) => ({ name: name.trim() === "" && t`Give it a name` }),
    send: ({ name }) => void send(name.trim()),
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      {text !== undefined && <p className="mb-4 text-ink-2">{text}</p>}
      <Field
        label={t`Passkey name`}
        error={form.errorAt("name")}
        hint={t`For example, the device or password manager that stores it`}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={NAME_LENGTH}
            value={form.draft.name}
            onChange={(event) => {
              form.change({ name: event.target.value });
              form.restart();
            }}
            // The user opened the sheet to fill in this field.
            autoFocus
          />
        )}
      </Field>
      <FormEnd problem={failure} sending={busy ? sending : undefined}>
        {confirm}
      </FormEnd>
    </form>
  );
}
