import { sendCode } from "@tessera/contract/identity/accounts.endpoints";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useCountdown } from "../../../ui/text/use-countdown.ts";

interface Request {
  readonly email: string;
  readonly purpose: "register" | "reset";
  readonly captchaId: string;
  readonly captchaCode: string;
}

function askForCode(body: Request) {
  return call(sendCode, { body });
}

type CodeAnswer = Awaited<ReturnType<typeof askForCode>>;

/** Emails a code and blocks the next one for as long as the server requires. */
export function useSendCode() {
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [againAt, setAgainAt] = useState<number | null>(null);
  const secondsLeft = useCountdown(againAt);

  const wait = (seconds: number) => setAgainAt(Date.now() + seconds * 1000);

  /**
   * Sends the request built by `prepare`. The time that `prepare` takes counts as sending. Throws
   * the server's errors.
   */
  const send = async (prepare: (ask: typeof askForCode) => Promise<CodeAnswer>) => {
    setSending(true);
    try {
      const answer = await prepare(askForCode);
      setSent(true);
      wait(answer.retryAfterSeconds);
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
        wait(error.retryAfterSeconds);
      }
      throw error;
    } finally {
      setSending(false);
    }
  };
  return { send, sending, sent, secondsLeft };
}
