import type { FieldCode } from "@tessera/contract/fields";
import { enqueueMail } from "../../adapters/mail/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { verifyPassword } from "../../platform/crypto/password-hasher.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  isReservedUsername,
  lockUsername,
  type Person,
  readProfile,
  setUsername,
  usernameChangedMail,
} from "../people/index.ts";
import { rereadSessionsOf, spendProofs } from "../sessions/index.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

interface ChangeInput {
  readonly session: Session;
  /** New username, in lowercase. */
  readonly username: string;
  readonly requestId: string;
}

/**
 * Changes a person's username. Sessions continue, and the old name becomes available to others.
 * Requesting the current name changes nothing, so the call can be retried if a response is lost. If
 * several people request the same name concurrently, only one gets it.
 *
 * @returns the person with the new name
 * @throws Refusal `invalid_input` for a name that is taken or that equals the password;
 * `proof_stale` if the step-up token has been used in the meantime
 */
export async function changeUsername(context: AppContext, input: ChangeInput): Promise<Person> {
  const person = await readProfile(context, input.session);
  const { username } = input;
  if (person.username === username) {
    return person;
  }
  if (await verifyPassword(context.keys, person.passwordHash, username)) {
    throw refused("username_is_password");
  }
  const forget = await inTransaction(context.db, async (tx) => {
    const before = await lockUsername(tx, person.id);
    if (
      isReservedUsername(username) ||
      !(await setUsername(context.directory, tx, person.id, username))
    ) {
      throw refused("username_taken");
    }
    if (!(await spendProofs(tx, input.session.sessionId))) {
      throw new Refusal("proof_stale", { internal: "the step-up token was used meanwhile" });
    }
    await tellOwner(context, tx, person, username);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "username_changed",
        actor: person.id,
        customerId: person.customerId,
        object: null,
        outcome: "ok",
        requestId: input.requestId,
        data: { before: { username: before ?? null }, after: { username } },
      },
    ]);
    return rereadSessionsOf(context, tx, person.id);
  });
  forget();
  return { ...person, username };
}

function refused(code: FieldCode): Refusal {
  return new Refusal("invalid_input", { fields: [{ path: "username", code }] });
}

async function tellOwner(
  context: AppContext,
  tx: Tx,
  { email, locale }: Person,
  username: string,
): Promise<void> {
  const content = usernameChangedMail(username, `${context.config.publicUrl}/reset-password`);
  const mail = { to: email, locale, content: content[locale] };
  await enqueueMail(context, tx, mail, NOTICE_LIFETIME_SECONDS);
}
