import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import type { Locale } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { limitsOf } from "../../platform/route.ts";
import { enqueueMail } from "../mail/index.ts";
import { alreadyRegisteredMail, codeMail } from "./account-mails.ts";
import { spendCaptcha } from "./captcha.ts";
import { issueCode } from "./mailed-codes.ts";
import { findPersonByName } from "./people.repository.ts";

interface SendCodeInput {
  readonly email: string;
  readonly purpose: "register" | "reset";
  readonly captchaId: string;
  readonly captchaCode: string;
  readonly locale: Locale;
}

const RESEND_SECONDS = 60;

/** Counted after the captcha, so that a mistyped one does not cost a minute. */
function addressLimits(email: string) {
  return [
    { bucket: "send-code-minute", max: 1, windowSeconds: RESEND_SECONDS, key: email },
    { bucket: "send-code-hour", max: 5, windowSeconds: 3_600, key: email },
    { bucket: "send-code-day", max: 10, windowSeconds: 86_400, key: email },
    { bucket: "send-code-all", max: 600, windowSeconds: 3_600, key: "all" },
  ];
}

function mailFor(
  { config }: AppContext,
  { email, purpose, locale }: SendCodeInput,
  code: string,
  isKnown: boolean,
) {
  if (isKnown !== (purpose === "reset")) {
    return isKnown
      ? { to: email, locale, content: alreadyRegisteredMail(`${config.publicUrl}/login`)[locale] }
      : null;
  }
  return { to: email, locale, content: codeMail(purpose, code)[locale] };
}

/**
 * Mails a code. Whether the address has an account changes the mail (or that there is none), and
 * nothing that the caller can see: the work before the answer is the same.
 *
 * @throws Refusal `captcha_invalid`, `rate_limited`
 */
export async function sendCode(
  context: AppContext,
  input: SendCodeInput,
): Promise<{ expiresInSeconds: number; retryAfterSeconds: number }> {
  await spendCaptcha(context, input.captchaId, input.captchaCode);
  await limitsOf(context).take(addressLimits(input.email));
  await inTransaction(context.db, async (tx) => {
    const person = await findPersonByName(tx, input.email);
    const code = await issueCode(context, tx, input.purpose, input.email);
    const mail = mailFor(context, input, code, person !== undefined);
    await enqueueMail(context, tx, mail, CODE_LIFETIME_SECONDS);
  });
  return { expiresInSeconds: CODE_LIFETIME_SECONDS, retryAfterSeconds: RESEND_SECONDS };
}
