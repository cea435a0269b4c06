import { getProfile } from "@tessera/contract/identity/accounts.endpoints";
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from "@tessera/contract/identity/factors.endpoints";
import type {
  ChangedFactors,
  PasskeyCreation,
  TotpSecret,
} from "@tessera/contract/identity/factors.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { factorsQuery } from "../../../../lib/session/factors.ts";
import { makePasskey } from "../../../../lib/session/passkey.ts";
import {
  keepProfile,
  readMenus,
  readUser,
  renewToken,
} from "../../../../lib/session/session-store.ts";

/** New recovery codes, which are shown only once; null if the existing codes remain valid. */
type NewCodes = readonly string[] | null;

/**
 * Continues the session with the new token. Operators may get more menus once they have a factor.
 */
async function settle({ token, recoveryCodes }: ChangedFactors): Promise<NewCodes> {
  renewToken(token);
  void queryClient.invalidateQueries({ queryKey: QUERY_ROOTS.sessions });
  await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
  try {
    const answer = await call(getProfile);
    const user = readUser(answer.user);
    if (user !== undefined) {
      keepProfile(user, readMenus(answer.menus) ?? []);
    }
  } catch {
    // Ignores a failure, because the next profile query updates the profile.
  }
  return recoveryCodes;
}

export function askTotpSecret(proof: string): Promise<TotpSecret> {
  return call(beginTotp, { proof });
}

export async function putTotpInForce(code: string): Promise<NewCodes> {
  return settle(await call(confirmTotp, { body: { code } }));
}

export async function dropTotp(proof: string): Promise<NewCodes> {
  return settle(await call(removeTotp, { proof }));
}

export function askPasskeyCreation(proof: string): Promise<PasskeyCreation> {
  return call(beginPasskey, { proof });
}

/** Creates a passkey in the browser and registers it. */
export async function keepPasskey(creation: PasskeyCreation, name: string): Promise<NewCodes> {
  const credential = await makePasskey(creation);
  return settle(await call(addPasskey, { body: { name, credential } }));
}

export async function namePasskey(id: string, name: string): Promise<void> {
  await call(renamePasskey, { params: { id }, body: { name } });
  await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
}

export async function dropPasskey(id: string, proof: string): Promise<NewCodes> {
  return settle(await call(removePasskey, { params: { id }, proof }));
}

export async function makeCodes(proof: string): Promise<NewCodes> {
  return settle(await call(renewRecoveryCodes, { proof }));
}
