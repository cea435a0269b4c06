import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { useEffect, useState } from "react";
import { loadTexts } from "../../../i18n/catalog.ts";
import { signIn } from "../../../lib/session/session.ts";
import { patchSession, useSession } from "../../../lib/session/session-store.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { AgreementField } from "./agreement-field.tsx";
import { FormEnd } from "./form-end.tsx";

/** Loaded on demand, only for users who have a second factor. */
const SecondStep = lazyPart(
  async () => {
    const [{ SecondStep: Loaded }] = await Promise.all([
      import("./factors/second-step.tsx"),
      loadTexts("factors"),
    ]);
    return Loaded;
  },
  <Skeleton className="h-40 w-full rounded-control" />,
);

interface LoginFormProps {
  /** Username to fill in, if an account was just registered. */
  readonly signInAs?: string | undefined;
  readonly onSignedIn: () => void;
}

/** Signs the user in by username or email. */
export function LoginForm({ signInAs = "", onSignedIn }: LoginFormProps) {
  const { t } = useLingui();
  const { loading, error } = useSession();
  const [asked, setAsked] = useState<SignInChallenge>();
  // An error applies only to the current visit to the page, so it is cleared when the user leaves.
  useEffect(() => () => patchSession({ error: null }), []);

  const form = useForm({
    initial: { username: signInAs, password: "", remember: false, agreement: false },
    problems: ({ username, password, agreement }) => ({
      username: username.trim() === "" && t`Enter your username or email`,
      password: password === "" && t`Enter your password`,
      agreement: !agreement && t`Please review and accept the agreements first`,
    }),
    send: async ({ username, password, remember }) => {
      if (loading) {
        return;
      }
      const signedIn = await signIn({ username: username.trim(), password, remember });
      if (signedIn === true) {
        onSignedIn();
      } else if (signedIn !== false) {
        form.change({ password: "" });
        setAsked(signedIn);
      }
    },
  });
  const { draft, change, text, errorAt } = form;

  if (asked !== undefined) {
    const back = (why: string | null) => {
      setAsked(undefined);
      patchSession({ error: why });
    };
    return <SecondStep asked={asked} onSignedIn={onSignedIn} onBack={back} />;
  }

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="mt-4 flex flex-col gap-3.5">
        <Field label={t`Username or email`} error={errorAt("username")}>
          {(control) => (
            <Input
              {...control}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              {...text("username")}
            />
          )}
        </Field>
        <Field label={t`Password`} error={errorAt("password")}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              maxLength={128}
              {...text("password")}
            />
          )}
        </Field>
      </div>
      <div className="mt-1 flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          name="remember"
          checked={draft.remember}
          onChange={({ target }) => change({ remember: target.checked })}
        >
          <Trans>Remember me</Trans>
        </Checkbox>
        <Link to="/reset-password" className={`${textLinkClass} text-small`}>
          <Trans>Forgot password?</Trans>
        </Link>
      </div>
      <AgreementField
        checked={draft.agreement}
        error={errorAt("agreement")}
        onChange={(agreement) => change({ agreement })}
      />
      <FormEnd tight problem={error} sending={loading ? t`Signing in` : undefined}>
        <Trans>Sign in</Trans>
      </FormEnd>
    </form>
  );
}
