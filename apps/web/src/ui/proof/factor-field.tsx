import { Trans, useLingui } from "@lingui/react/macro";
import type { FactorMethod } from "@tessera/contract/identity/factors.schemas";
import { Fingerprint } from "lucide-react";
import { CodeInput } from "../form/code-input.tsx";
import { Field, FieldError } from "../form/field.tsx";
import { Input } from "../form/input.tsx";
import { Note } from "../layout/panel.tsx";
import styles from "./factor-field.module.css";

/** A problem with the input, or the server's error message. */
type Problem = "empty" | "dismissed" | { readonly message: string };

/** State of the second-factor input, which the user types or the browser provides. */
export interface FactorInput {
  /** Undefined if none of the methods can be used in this browser. */
  readonly method: string | undefined;
  readonly methods: readonly string[];
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly type: (value: string) => void;
  readonly choose: (method: FactorMethod) => void;
}

const METHODS: readonly FactorMethod[] = ["passkey", "totp", "recovery"];

function useProblem(proving: FactorInput): string | undefined {
  const { t } = useLingui();
  const { method, problem } = proving;
  if (problem === undefined || typeof problem === "object") {
    return problem?.message;
  }
  if (problem === "dismissed") {
    return t`No passkey was used. Try again, or choose another way.`;
  }
  return method === "totp"
    ? t`Enter the 6-digit code from your authenticator app`
    : t`Enter one of your recovery codes`;
}

function OtherWays({ proving }: { readonly proving: FactorInput }) {
  const others = METHODS.filter(
    (method) => method !== proving.method && proving.methods.includes(method),
  );
  if (others.length === 0) {
    return null;
  }
  return (
    <div className={styles.ways}>
      {others.map((method) => (
        <button
          key={method}
          type="button"
          className={styles.way}
          onClick={() => proving.choose(method)}
        >
          {method === "passkey" && <Trans>Use a passkey</Trans>}
          {method === "totp" && <Trans>Use a code from the app</Trans>}
          {method === "recovery" && <Trans>Use a recovery code</Trans>}
        </button>
      ))}
    </div>
  );
}

/**
 * Renders the input for a passkey, an authenticator code or a recovery code, and a way to switch
 * between them.
 */
export function FactorField({
  proving,
  autoFocus,
}: {
  readonly proving: FactorInput;
  readonly autoFocus?: boolean | undefined;
}) {
  const { t } = useLingui();
  const { method, value, type } = proving;
  const error = useProblem(proving);
  return (
    <div>
      {method === undefined && (
        <Note tone="caution">
          <Trans>
            Your passkeys can’t be used in this browser at this address. Use another device or
            browser that has them.
          </Trans>
        </Note>
      )}
      {method === "passkey" && (
        <>
          <div className={styles.passkey}>
            <Fingerprint aria-hidden="true" size={24} strokeWidth={1.6} />
            <span>
              <Trans>Your device will ask for your passkey.</Trans>
            </span>
          </div>
          {error !== undefined && <FieldError>{error}</FieldError>}
        </>
      )}
      {method === "totp" && (
        <Field label={t`Code from your authenticator app`} error={error}>
          {(control) => (
            <CodeInput
              {...control}
              name="totp"
              value={value}
              onChange={type}
              autoFocus={autoFocus}
            />
          )}
        </Field>
      )}
      {method === "recovery" && (
        <Field
          label={t`Recovery code`}
          error={error}
          hint={t`One of your ten recovery codes. Each works once.`}
        >
          {(control) => (
            <Input
              {...control}
              name="recovery"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={40}
              value={value}
              onChange={(event) => type(event.target.value)}
              autoFocus={autoFocus}
            />
          )}
        </Field>
      )}
      <OtherWays proving={proving} />
    </div>
  );
}
