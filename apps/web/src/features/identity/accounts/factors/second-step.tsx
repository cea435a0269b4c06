import { Trans, useLingui } from "@lingui/react/macro";
import { completeLogin } from "@tessera/contract/identity/factors.endpoints";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { type ProofMethod, usableMethods } from "../../../../lib/session/factors.ts";
import {
  PasskeyDismissed,
  usePasskey as signWithPasskey,
} from "../../../../lib/session/passkey.ts";
import { adoptSession } from "../../../../lib/session/session.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { useRefusedFocus } from "../../../../ui/form/use-refused-focus.ts";
import { FactorField } from "../../../../ui/proof/factor-field.tsx";
import type { ProofProblem } from "../../../../ui/proof/use-proof.ts";
import { FormEnd } from "../form-end.tsx";

interface SecondStepProps {
  readonly asked: SignInChallenge;
  readonly onSignedIn: () => void;
  /**
   * Returns to the password step. Receives the reason if the challenge ended, or null if the user
   * went back.
   */
  readonly onBack: (why: string | null) => void;
}

async function answerOf(asked: SignInChallenge, method: ProofMethod | undefined, value: string) {
  const { challenge, passkey } = asked;
  if (method === "passkey" && passkey !== null) {
    const body = { challenge, passkey: await signWithPasskey(passkey) };
    return call(completeLogin, { body });
  }
  const given = method === "totp" ? { totp: value } : { recoveryCode: value };
  return call(completeLogin, { body: { challenge, ...given } });
}

/** Renders the second step of a sign-in: a passkey, an authenticator code or a recovery code. */
export function SecondStep({ asked, onSignedIn, onBack }: SecondStepProps) {
  const { t } = useLingui();
  const methods = usableMethods(asked.methods);
  const [method, setMethod] = useState(methods[0]);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<ProofProblem>();
  const [failure, setFailure] = useState<string>();
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useRefusedFocus(form, round);
  // Focuses the heading, so that screen readers announce the step even if it has no input.
  useEffect(() => heading.current?.focus(), []);

  const refuse = (next: ProofProblem) => {
    setProblem(next);
    setRound(round + 1);
  };
  const explain = (error: unknown) => {
    if (error instanceof PasskeyDismissed) {
      refuse("dismissed");
    } else if (error instanceof ApiError && error.code === "second_factor_invalid") {
      setValue("");
      refuse({ message: error.message });
    } else if (error instanceof ApiError && error.code === "sign_in_expired") {
      onBack(error.message);
    } else {
      setFailure(messageOf(error, t`Unknown error`));
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || method === undefined) {
      return;
    }
    setFailure(undefined);
    if (method === "totp" ? value.length < 6 : method === "recovery" && value.trim() === "") {
      refuse("empty");
      return;
    }
    setBusy(true);
    try {
      await adoptSession(await answerOf(asked, method, value));
      onSignedIn();
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-h outline-none">
        <Trans>Second step</Trans>
      </h2>
      <p className="mb-4 text-ink-2">
        <Trans>Your password is correct. Now confirm that it’s you.</Trans>
      </p>
      <FactorField
        autoFocus
        proving={{
          method,
          methods,
          value,
          problem,
          type: (next) => {
            setValue(next);
            setProblem(undefined);
          },
          choose: (next) => {
            setMethod(next);
            setValue("");
            setProblem(undefined);
          },
        }}
      />
      <FormEnd problem={failure} sending={busy ? t`Signing in` : undefined}>
        <Trans>Sign in</Trans>
      </FormEnd>
      <Button kind="text" block className="mt-1.5" onClick={() => onBack(null)}>
        <Trans>Start over</Trans>
      </Button>
    </form>
  );
}
