import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { USERNAME_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { acceptInvitation } from "@tessera/contract/identity/operators.endpoints";
import type { OpenInvitation, OperatorRole } from "@tessera/contract/identity/operators.schemas";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { adoptSession } from "../../../../lib/session/session.ts";
import { useSession } from "../../../../lib/session/session-store.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { confirmProblem, passwordProblem, usernameProblem } from "../account-checks.ts";
import { FormEnd } from "../form-end.tsx";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { useProblems } from "../use-problems.ts";

const ROLES: Readonly<Record<OperatorRole, MessageDescriptor>> = {
  administrator: msg`Administrator`,
  reviewer: msg`Reviewer`,
  support: msg`Support`,
  auditor: msg`Auditor`,
};

const EMPTY = { username: "", password: "", confirmPassword: "" };
const FIELDS = Object.keys(EMPTY);

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
}

/** Manages the state and actions of the form that accepts an invitation. */
function useAcceptance(token: string) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget, refuse } = useProblems(form);
  const [values, setValues] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    const username = values.username.trim().toLowerCase();
    await adoptSession(await call(acceptInvitation, { body: { token, ...values, username } }));
    showToast({
      forNextScreen: true,
      tone: "success",
      text: t`Welcome. Set up a second factor to continue.`,
    });
    await navigate({ to: "/profile", replace: true });
  };
  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.outcomeUnknown) {
      check({
        form: t`No response. Try again. If the link no longer works, sign in.`,
      });
    } else {
      refuse(error, FIELDS, t`The invitation could not be accepted. Try again.`);
    }
  };
  return {
    ...{ form, problems, values, busy },
    set: (name: keyof typeof EMPTY, value: string) => {
      forget(name);
      setValues({ ...values, [name]: value });
    },
    submit: async (event: FormEvent) => {
      event.preventDefault();
      const clean = check({
        username: usernameProblem(values.username, undefined),
        password: passwordProblem(values.password),
        confirmPassword: confirmProblem(values.password, values.confirmPassword),
      });
      if (!clean || busy) {
        return;
      }
      setBusy(true);
      try {
        await accept();
      } catch (error) {
        explain(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Asks an invited person for a username and a password. */
export function AcceptForm({ token, invitation: { email, role } }: AcceptFormProps) {
  const { t } = useLingui();
  const { user } = useSession();
  const { form, problems, values, busy, set, submit } = useAcceptance(token);
  const roleName = t(ROLES[role]);
  const other = user?.username;
  return (
    <>
      <h1 className="text-title">
        <Trans>Accept the invitation</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>
          {email} will have the role {roleName}. Choose how you sign in. Next, you’ll set up a
          second factor.
        </Trans>
      </p>
      {other !== undefined && (
        <Note tone="caution" className="mt-4">
          <Trans>
            You are signed in here as {other}. Accepting signs you in as the new account.
          </Trans>
        </Note>
      )}
      <form ref={form} noValidate className="mt-4" onSubmit={(event) => void submit(event)}>
        <div className="flex flex-col gap-4">
          <Field
            label={t`Username`}
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
                value={values.username}
                onChange={({ target }) => set("username", target.value)}
              />
            )}
          </Field>
          <NewPasswordFields
            label={t`Password`}
            password={values.password}
            confirmPassword={values.confirmPassword}
            problems={problems}
            onChange={set}
          />
        </div>
        <FormEnd problem={problems.form} sending={busy ? t`Accepting` : undefined}>
          <Trans>Accept</Trans>
        </FormEnd>
      </form>
    </>
  );
}
