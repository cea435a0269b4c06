import { enqueueMail } from "../../adapters/mail/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { checkCode } from "../email-codes/index.ts";
import { findPersonByName, passwordChangedMail, setPassword } from "../people/index.ts";
import { deleteSignInChallenges } from "../second-factor/index.ts";
import { endSessionsOf } from "../sessions/index.ts";
import { forgiveFailures } from "../sign-in/index.ts";
import { choosePassword } from "./choose-password.ts";

interface ResetInput {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly requestId: string;
}

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

/**
 * Sets a new password, authorized by an emailed code. Ends every session before returning.
 *
 * @throws Refusal `code_invalid`
 */
export async function resetPassword(context: AppContext, input: ResetInput): Promise<void> {
  const { db, ledger, config, clock } = context;
  const { email } = input;
  const passwordHash = await choosePassword(context, input.password, { email });
  const useCode = await checkCode(context, "reset", email, input.code);
  const { person, signOut } = await inTransaction(db, async (tx) => {
    await useCode(tx);
    const found = await findPersonByName(tx, email);
    if (found === undefined) {
      throw new Refusal("code_invalid", { internal: "no account has this address" });
    }
    await setPassword(tx, found.id, { passwordHash, now: clock.now(), isReset: true });
    await deleteSignInChallenges(tx, found.id);
    const content = passwordChangedMail("reset", `${config.publicUrl}/reset-password`)[
      found.locale
    ];
    const mail = { to: found.email, locale: found.locale, content };
    await enqueueMail(context, tx, mail, NOTICE_LIFETIME_SECONDS);
    await ledger.appendAudit({ kysely: tx }, [
      {
        action: "password_reset",
        actor: found.id,
        customerId: found.customerId,
        object: null,
        outcome: "ok",
        requestId: input.requestId,
        data: {},
      },
    ]);
    // An operator's event stream is identified by the person's id.
    const customerId = found.customerId ?? found.id;
    const signOut = await endSessionsOf(context, tx, { people: [found.id], customerId });
    return { person: found, signOut };
  });
  await signOut();
  await forgiveFailures(context, person.email);
  await forgiveFailures(context, person.username);
}
