import { Trans, useLingui } from "@lingui/react/macro";
import { USERNAME_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ProofField } from "../../../ui/proof/proof-field.tsx";
import { useProof } from "../../../ui/proof/use-proof.ts";
import { usernameProblem } from "./account-checks.ts";
import { FormEnd } from "./form-end.tsx";
import { chooseUsername } from "./security.queries.ts";
import { useProblems } from "./use-problems.ts";

const FIELDS = ["username"];

/** Called after the username has been changed. */
type OnRenamed = (from: string, to: string) => void;

function UsernameForm({ onRenamed }: { readonly onRenamed: OnRenamed }) {
  const { t } = useLingui();
  const { user } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget, refuse } = useProblems(form);
  const proving = useProof();
  useRefusedFocus(form, proving.round);
  const [before] = useState(user?.username ?? "");
  const [username, setUsername] = useState(before);
  const [busy, setBusy] = useState(false);

  const explain = (error: unknown) => {
    if (proving.explain(error)) {
      return;
    }
    if (error instanceof ApiError && error.outcomeUnknown) {
      // A retry is safe, because changing to the account's current name has no effect.
      check({ form: t`No response. You can safely try again.` });
    } else {
      refuse(error, FIELDS, t`Your username could not be changed. Try again.`);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const clean = check({ username: usernameProblem(username, before) });
    if (!clean || !proving.check() || busy) {
      return;
    }
    setBusy(true);
    try {
      onRenamed(before, await chooseUsername(username, proving.prover()));
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">
        <Trans>
          From then on, sign in with the new username or your email. Your devices stay signed in.
        </Trans>
      </p>
      <div className="mt-4 flex flex-col gap-4">
        <Field
          label={t`New username`}
          error={problems.username}
          hint={t`Letters, digits, dots, hyphens and underscores`}
        >
          {(control) => (
            <Input
              {...control}
              type="text"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={USERNAME_LENGTH.max}
              value={username}
              onChange={(event) => {
                forget("username");
                setUsername(event.target.value);
              }}
              // The user opened the sheet to fill in this field.
              autoFocus
            />
          )}
        </Field>
        <ProofField proving={proving} passwordLabel={t`Current password`} />
      </div>
      <FormEnd problem={problems.form} sending={busy ? t`Changing` : undefined}>
        <Trans>Change username</Trans>
      </FormEnd>
    </form>
  );
}

/** Lets the user change the username after a step-up. */
export function UsernameSheet({
  open,
  onClose,
  onRenamed,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRenamed: OnRenamed;
}) {
  const { t } = useLingui();
  const done: OnRenamed = (from, to) => {
    onRenamed(from, to);
    showToast({ tone: "success", text: t`Username changed` });
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Change username`}>
      <UsernameForm onRenamed={done} />
    </Sheet>
  );
}
