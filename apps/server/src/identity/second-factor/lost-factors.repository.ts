import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { countRecoveryCodes, findTotp } from "./factors.repository.ts";

/** Number of factors that a person has besides the password. */
export interface FactorCounts {
  readonly totp: boolean;
  readonly passkeys: number;
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
}

export async function countFactors(tx: Tx, personId: string): Promise<FactorCounts> {
  const [totp, passkeys, recoveryCodes] = await Promise.all([
    findTotp(tx, personId),
    tables(tx).selectFrom("passkey").select("id").where("person_id", "=", personId).execute(),
    countRecoveryCodes(tx, personId),
  ]);
  return { totp: totp !== undefined, passkeys: passkeys.length, recoveryCodes };
}

/** Removes all of a person's passkeys. */
export async function deletePasskeysOf(tx: Tx, personId: string): Promise<void> {
  await tables(tx).deleteFrom("passkey").where("person_id", "=", personId).execute();
}
