import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { AppContext } from "../../platform/context.ts";
import { findDemoTotps } from "./factors.repository.ts";
import { totpPlace } from "./second-factor.ts";
import { codesAt, openTotpSecret } from "./totp.ts";

/** What an authenticator app in the demo displays. */
export interface ShownCode {
  readonly username: string;
  readonly role: Role;
  readonly code: string;
  readonly nextCode: string;
  readonly expiresAt: Date;
}

/**
 * Returns the current codes of the demo's operators, as their authenticator apps would display
 * them. Reads only factors that the demo created.
 */
export async function readAuthenticator({ db, keys, clock }: AppContext): Promise<ShownCode[]> {
  const factors = await findDemoTotps(db.kysely);
  const now = clock.now();
  return factors.map(({ personId, username, role, sealedSecret }) => ({
    username,
    role,
    ...codesAt(openTotpSecret(keys, sealedSecret, totpPlace(personId)), now),
  }));
}
