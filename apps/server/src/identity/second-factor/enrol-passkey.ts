import type {
  PasskeyAttestation,
  PasskeyCreation,
} from "@tessera/contract/identity/factors.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { readProfile } from "../people/index.ts";
import { giveChallenge, takeChallenge } from "./ask-passkey.ts";
import { type Changed, type Changing, changeFactors, codesWhereNone } from "./change-factors.ts";
import { insertPasskey, passkeysOf } from "./passkeys.repository.ts";
import { passkeyCreation, verifyAttestation } from "./passkeys.ts";

const MAX_PASSKEYS = 10;

/**
 * Returns the options with which the signed-in person's browser creates a passkey.
 *
 * @throws Refusal `too_many_passkeys`
 */
export async function beginPasskey(
  context: AppContext,
  { session }: Pick<Changing, "session">,
): Promise<PasskeyCreation> {
  const { kysely } = context.db;
  const person = await readProfile(context, session);
  const passkeys = await passkeysOf(kysely, person.id);
  if (passkeys.length >= MAX_PASSKEYS) {
    throw new Refusal("too_many_passkeys");
  }
  const challenge = await giveChallenge(context, kysely, session, "enrol");
  return passkeyCreation(context, challenge, { person, passkeys });
}

/**
 * Stores a passkey created in response to this session's challenge.
 *
 * @throws Refusal `enrolment_expired`, `second_factor_invalid`, `too_many_passkeys`
 */
export async function addPasskey(
  context: AppContext,
  changing: Changing,
  { name, credential }: { readonly name: string; readonly credential: PasskeyAttestation },
): Promise<Changed> {
  const { session } = changing;
  const challenge = await takeChallenge(context, session, { credential, purpose: "enrol" });
  if (challenge === undefined) {
    throw new Refusal("enrolment_expired");
  }
  const passkey = await verifyAttestation(context, { attestation: credential, challenge, name });
  if (passkey === undefined) {
    throw new Refusal("second_factor_invalid");
  }
  return changeFactors(
    context,
    changing,
    async (tx, { id }) => {
      if ((await passkeysOf(tx, id)).length >= MAX_PASSKEYS) {
        throw new Refusal("too_many_passkeys");
      }
      if (!(await insertPasskey(tx, id, passkey))) {
        throw new Refusal("second_factor_invalid", {
          internal: "the credential is registered already",
        });
      }
      return {
        action: "factor.add",
        data: { kind: "passkey", name },
        notice: { what: "passkey_added" },
        recoveryCodes: await codesWhereNone(context, tx, id),
      };
    },
    { isProven: true },
  );
}
