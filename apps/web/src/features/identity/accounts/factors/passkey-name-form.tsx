import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useRefusedFocus } from "../../../../ui/form/use-refused-focus.ts";
import { FormEnd } from "../form-end.tsx";

const NAME_LENGTH = 60;

interface PasskeyNameFormProps {
  readonly initial: string;
  readonly text?: ReactNode;
  /** What is happening while it is sent. */
  readonly sending: string;
  readonly confirm: string;
  readonly explain: (error: unknown) => string;
  readonly onNamed: (name: string) => Promise<void>;
}

/** What a passkey is called, so that its owner knows which one it is. */
export function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { initial, text, sending, confirm, explain, onNamed } = props;
  const { t } = useLingui();
  const [name, setName] = useState(initial);
  const [missing, setMissing] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useRefusedFocus(form, missing);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) {
      return;
    }
    if (name.trim() === "") {
      setMissing(missing + 1);
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await onNamed(name.trim());
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {text !== undefined && <p className="mb-4 text-ink-2">{text}</p>}
      <Field
        label={t`Name of the passkey`}
        error={missing > 0 ? t`Give it a name` : undefined}
        hint={t`Such as the device or password manager that stores it`}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={NAME_LENGTH}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setMissing(0);
            }}
            // The sheet came to ask for this.
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
