import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ApiError, messageOf } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Note } from "../../../ui/panel.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import type { Hidden } from "./use-secrets.ts";

interface RevealFormProps {
  readonly asking: boolean;
  readonly why: Hidden;
  readonly error: unknown;
  readonly onReveal: (password: string) => void;
}

function isWrongPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "proof_invalid";
}

/** Asks who is there before a card's details are shown. */
export function RevealForm({ asking, why, error, onReveal }: RevealFormProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState("");
  const [empty, setEmpty] = useState(false);
  const wrong = isWrongPassword(error) ? error.message : undefined;
  const failed = error !== undefined && wrong === undefined;
  const missing = empty ? t`Enter your password` : undefined;
  return (
    <form
      className="pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (asking) {
          return;
        }
        setEmpty(password === "");
        if (password !== "") {
          onReveal(password);
          setPassword("");
        }
      }}
    >
      {why !== "never-shown" && (
        <Note role="status" className="mb-4">
          {why === "time" ? (
            <Trans>Details were hidden after 60 seconds.</Trans>
          ) : (
            <Trans>Details were hidden when you left this page.</Trans>
          )}
        </Note>
      )}
      <p className="mb-4 text-ink-2">
        <Trans>Enter your password to see the card number and CVV. Every look is recorded.</Trans>
      </p>
      <Field label={t`Password`} error={missing ?? wrong}>
        {(control) => (
          <PasswordInput
            {...control}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setEmpty(false);
            }}
            autoComplete="current-password"
            maxLength={128}
            // The sheet opened to ask for this.
            autoFocus
          />
        )}
      </Field>
      {failed && (
        <Note tone="negative" role="alert" className="mt-4">
          <p className="font-semibold">
            <Trans>Failed to fetch card details</Trans>
          </p>
          <p>{messageOf(error, t`Unknown error`)}</p>
        </Note>
      )}
      <Button
        kind="primary"
        block
        type="submit"
        className="mt-5"
        loadingLabel={asking ? t`Checking` : undefined}
      >
        <Trans>Show details</Trans>
      </Button>
    </form>
  );
}
