import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { USERNAME_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { acceptInvitation } from "@tessera/contract/identity/operators.endpoints";
import type { OpenInvitation, OperatorRole } from "@tessera/contract/identity/operators.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { adoptSession } from "../../../../lib/session/session.ts";
import { useSession } from "../../../../lib/session/session-store.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { confirmProblem, passwordProblem, usernameProblem } from "../account-checks.ts";
import { FormEnd } from "../form-end.tsx";
import { NewPasswordFields } from "../new-password-fields.tsx";

const ROLES: Readonly<Record<OperatorRole, MessageDescriptor>> = {
  administrator: msg`Administrator`,
  reviewer: msg`Reviewer`,
  support: msg`Support`,
  auditor: msg`Auditor`,
};

const EMPTY = { username: "", password: "", confirmPassword: "" };

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
}

/** Manages the form that accepts an invitation. */
function useAcceptance(token: string) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return useForm({
    initial: EMPTY,
    hidesOnChange: true,
    problems: ({ username, password, confirmPassword }) => ({
      username: usernameProblem(username, undefined),
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
    }),
    send: async (values) => {
      const username = values.username.trim().toLowerCase();
      await adoptSession(await call(acceptInvitation, { body: { token, ...values, username } }));
      showToast({
        forNextScreen: true,
        tone: "success",
        text: t`Welcome. Set up a second factor to continue.`,
      });
      await navigate({ to: "/profile", replace: true });
    },
  });
}

/** Asks an invited person for a username and a password. */
export function AcceptForm({ token, invitation: { email, role } }: AcceptFormProps) {
  const { t } = useLingui();
  const { user } = useSession();
  const { ref, submit, sending, failure, text, errorAt, change } = useAcceptance(token);
  const refusal =
    failure && messageOf(failure, t`The invitation could not be accepted. Try again.`);
  const problem =
    failure instanceof ApiError && failure.outcomeUnknown
      ? t`No response. Try again. If the link no longer works, sign in.`
      : refusal;
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
      <form ref={ref} noValidate className="mt-4" onSubmit={submit}>
        <div className="flex flex-col gap-4">
          <Field
            label={t`Username`}
            error={errorAt("username")}
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
                {...text("username")}
              />
            )}
          </Field>
          <NewPasswordFields label={t`Password`} text={text} errorAt={errorAt} change={change} />
        </div>
        <FormEnd problem={problem} sending={sending ? t`Accepting` : undefined}>
          <Trans>Accept</Trans>
        </FormEnd>
      </form>
    </>
  );
}
