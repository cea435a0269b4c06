import { Trans, useLingui } from "@lingui/react/macro";
import { completeLogin } from "@tessera/contract/identity/factors.endpoints";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { type ProofMethod, usableMethods } from "../../../../lib/session/factors.ts";
import {
  PasskeyDismissed,
  usePasskey as signWithPasskey,
} from "../../../../lib/session/passkey.ts";
import { adoptSession } from "../../../../lib/session/session.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
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

async function answerOf(asked: SignInChallenge, method: ProofMethod, value: string) {
  const { challenge, passkey } = asked;
  if (method === "passkey" && passkey !== null) {
    const body = { challenge, passkey: await signWithPasskey(passkey) };
    return call(completeLogin, { body });
  }
  const given = method === "totp" ? { totp: value } : { recoveryCode: value };
  return call(completeLogin, { body: { challenge, ...given } });
}

/** Manages the answer to a challenge, and shows the problems that the answer itself has. */
function useFactorAnswer({ methods: allowed }: SignInChallenge) {
  const methods = usableMethods(allowed);
  const [method, setMethod] = useState(methods[0]);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<ProofProblem>();
  const [round, setRound] = useState(0);
  const refuse = (next: ProofProblem) => {
    setProblem(next);
    setRound((before) => before + 1);
  };
  return {
    ...{ method, methods, value, problem, round },
    type: (next: string) => {
      setValue(next);
      setProblem(undefined);
    },
    choose: (next: ProofMethod) => {
      setMethod(next);
      setValue("");
      setProblem(undefined);
    },
    check: () => {
      const isEmpty = method === "totp" ? value.length < 6 : value.trim() === "";
      if (method !== "passkey" && isEmpty) {
        refuse("empty");
        return false;
      }
      return true;
    },
    explain: (error: unknown) => {
      if (error instanceof PasskeyDismissed) {
        refuse("dismissed");
        return true;
      }
      const isWrong = error instanceof ApiError && error.code === "second_factor_invalid";
      if (isWrong) {
        setValue("");
        refuse({ message: error.message });
      }
      return isWrong;
    },
  };
}

/** Renders the second step of a sign-in: a passkey, an authenticator code or a recovery code. */
export function SecondStep({ asked, onSignedIn, onBack }: SecondStepProps) {
  const { t } = useLingui();
  const answer = useFactorAnswer(asked);
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading, so that screen readers announce the step even if it has no input.
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    initial: {},
    proof: answer,
    send: async () => {
      const { method, value } = answer;
      if (method === undefined) {
        return;
      }
      try {
        await adoptSession(await answerOf(asked, method, value));
        onSignedIn();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "sign_in_expired")) {
          throw error;
        }
        onBack(error.message);
      }
    },
  });
  const { failure, sending } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-h outline-none">
        <Trans>Second step</Trans>
      </h2>
      <p className="mb-4 text-ink-2">
        <Trans>Your password is correct. Now confirm that it’s you.</Trans>
      </p>
      <FactorField autoFocus proving={answer} />
      <FormEnd
        problem={failure && messageOf(failure, t`Unknown error`)}
        sending={sending ? t`Signing in` : undefined}
      >
        <Trans>Sign in</Trans>
      </FormEnd>
      <Button kind="text" block className="mt-1.5" onClick={() => onBack(null)}>
        <Trans>Start over</Trans>
      </Button>
    </form>
  );
}
