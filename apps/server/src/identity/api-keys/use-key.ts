import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../../platform/context.ts";
import { hashKeyText, readKeyText } from "../../platform/crypto/api-key-text.ts";
import type { ApiKeys, KeySession } from "../../platform/http/api-keys/admit-key.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { addressCheck } from "./address-list.ts";
import {
  findUsableKeys,
  type KeyLookUp,
  type StoredCeiling,
  type UsableKey,
} from "./api-keys.repository.ts";
import { keyModeOf } from "./give-text.ts";
import { scopesOf } from "./key-scopes.policy.ts";
import { revokeExposedKey } from "./revoke-key.ts";

/** One statement at a time serves all requests that wait for it. */
const BATCH = { maxItems: 128, maxInFlight: 1 };

function sessionOf(key: UsableKey): KeySession {
  const ceilings: readonly StoredCeiling[] = JSON.parse(key.ceilings);
  return {
    sessionId: key.id,
    userId: key.userId,
    customerId: key.customerId,
    username: key.username,
    role: "customer",
    lacksSecondFactor: false,
    key: {
      id: key.id,
      scopes: scopesOf(key.scopes),
      ceilings: new Map(
        ceilings.map(({ currency, perCall, perDay }) => [
          currency,
          { perCallMinor: BigInt(perCall), perDayMinor: BigInt(perDay) },
        ]),
      ),
      callsPerMinute: key.callsPerMinute,
      isAllowedFrom: addressCheck(key.addresses),
    },
  };
}

/**
 * Creates the authentication of API keys. A key is read from the database with every call, so that
 * a revoked one is refused from the commit on.
 */
export function createApiKeys(context: AppContext): ApiKeys {
  const { clock, db, directory } = context;
  const lookUp = new Batcher((asked: readonly KeyLookUp[]) => findUsableKeys(db, asked), BATCH);
  return {
    async session(text) {
      const parts = readKeyText(text);
      if (parts?.mode !== keyModeOf(context) || parts.cell !== directory.cell) {
        return undefined;
      }
      const tokenHash = hashKeyText(text);
      const key = await lookUp.submit({ tokenHash, at: clock.now() });
      const isSame = key !== null && timingSafeEqual(key.tokenHash, tokenHash);
      return isSame && key.mode === parts.mode ? sessionOf(key) : undefined;
    },
    revokeExposed: (text, requestId) => revokeExposedKey(context, text, requestId),
  };
}
