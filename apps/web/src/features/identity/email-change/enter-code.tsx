import { Trans, useLingui } from "@lingui/react/macro";
import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import { useState } from "react";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { Button } from "../../../ui/form/button.tsx";
import { CodeInput } from "../../../ui/form/code-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { fieldError, useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useCountdown } from "../../../ui/text/use-countdown.ts";
import styles from "./email-change.module.css";
import { askForCode, confirmEmail, giveUpEmail } from "./email-change.queries.ts";

const CODE_LENGTH = 6;
const CODE_MINUTES = CODE_LIFETIME_SECONDS / 60;

/** What runs besides the confirmation. */
type Busy = "sending" | "ending";

interface EnterCodeProps {
  readonly email: string;
  /**
   * When another code can be requested, in milliseconds since the epoch; `null` if one can be
   * requested now.
   */
  readonly againAt: number | null;
  readonly onSent: (retryAfterSeconds: number) => void;
  readonly onApplied: () => void;
}

/** Asks for the code that was emailed to the new address. */
export function EnterCode({ email, againAt, onSent, onApplied }: EnterCodeProps) {
  const { t } = useLingui();
  const key = usePendingKey();
  const [busy, setBusy] = useState<Busy>();
  const secondsLeft = useCountdown(againAt);

  /** Acts on an error; throws it if the form must show it. */
  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
      onSent(error.retryAfterSeconds);
    }
    if (error instanceof ApiError && error.code === "code_invalid") {
      form.setDraft({ code: "" });
      throw fieldError("code", error.message);
    }
    if (!(error instanceof ApiError && error.status === 409)) {
      throw error;
    }
    // The request has ended; the step that matches the new state replaces this one.
    showToast({ tone: "failure", text: error.message });
  };
  const form = useForm({
    initial: { code: "" },
    hidesOnChange: true,
    problems: ({ code }) => ({
      code: code.length < CODE_LENGTH && t`Enter the 6 digits from the email`,
    }),
    send: async ({ code }) => {
      if (busy !== undefined) {
        return;
      }
      const outcome = await confirmEmail(code, key).catch(explain);
      if (outcome === "applied") {
        onApplied();
      }
    },
  });
  const { failure } = form;
  const run = async (what: Busy, act: () => Promise<void>) => {
    if (busy !== undefined || form.sending) {
      return;
    }
    setBusy(what);
    form.check([]);
    await act().catch(explain).catch(form.refuse);
    setBusy(undefined);
  };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <p className="text-ink-2">
        <Trans>
          We emailed a code to this address. The code expires in {CODE_MINUTES} minutes.
        </Trans>
      </p>
      <p className={styles.address}>{email}</p>
      <Field className="mt-4" label={t`Code from the email`} error={form.errorAt("code")}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <CodeInput
              {...control}
              name="code"
              value={form.draft.code}
              // The code is the only field in this step, so it receives focus.
              autoFocus
              onChange={(code) => form.change({ code })}
            />
            <Button
              className="px-4! text-body!"
              disabled={secondsLeft > 0}
              loadingLabel={busy === "sending" ? t`Sending` : undefined}
              onClick={() => void run("sending", async () => onSent(await askForCode()))}
            >
              {secondsLeft > 0 ? (
                <Trans>Resend in {secondsLeft}s</Trans>
              ) : (
                <Trans>Resend code</Trans>
              )}
            </Button>
          </div>
        )}
      </Field>
      {failure !== undefined && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(failure, t`Unknown error`)}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-5"
        loadingLabel={form.sending ? t`Checking` : undefined}
      >
        <Trans>Confirm the email</Trans>
      </Button>
      <Button
        kind="text"
        block
        className="mt-2"
        loadingLabel={busy === "ending" ? t`Canceling` : undefined}
        onClick={() => void run("ending", giveUpEmail)}
      >
        <Trans>Use a different address</Trans>
      </Button>
    </form>
  );
}
