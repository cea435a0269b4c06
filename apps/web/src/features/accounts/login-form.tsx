import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { signIn } from "../../lib/session.ts";
import { useSession } from "../../lib/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Note } from "../../ui/panel.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { AgreementField } from "./agreement-field.tsx";
import { useProblems } from "./use-problems.ts";

/** Signs in by username or email. */
export function LoginForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { t } = useLingui();
  const { loading, error } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget } = useProblems(form);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(false);
  const [agreed, setAgreed] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const clean = check({
      username: username.trim() === "" ? t`Enter your username or email` : undefined,
      password: password === "" ? t`Enter your password` : undefined,
      agreement: agreed ? undefined : t`Please review and accept the agreements first`,
    });
    if (clean && !loading && (await signIn({ username: username.trim(), password, remember }))) {
      onSignedIn();
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <div className="mt-4 flex flex-col gap-3.5">
        <Field label={t`Username or email`} error={problems.username}>
          {(control) => (
            <Input
              {...control}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={username}
              onChange={(event) => {
                forget("username");
                setUsername(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={t`Password`} error={problems.password}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={(event) => {
                forget("password");
                setPassword(event.target.value);
              }}
            />
          )}
        </Field>
      </div>
      <div className="mt-1 flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          name="remember"
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        >
          <Trans>Remember me</Trans>
        </Checkbox>
        <Link to="/reset-password" className={`${textLinkClass} text-small`}>
          <Trans>Forgot password?</Trans>
        </Link>
      </div>
      <AgreementField
        checked={agreed}
        error={problems.agreement}
        onChange={(checked) => {
          forget("agreement");
          setAgreed(checked);
        }}
      />
      {error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {error}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-3"
        loadingLabel={loading ? t`Signing in` : undefined}
      >
        <Trans>Sign in</Trans>
      </Button>
    </form>
  );
}
