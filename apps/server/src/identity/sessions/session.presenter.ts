import type { SignedInDevice } from "@tessera/contract/identity/accounts.schemas";
import { networkPrefix } from "../../platform/http/client-address.ts";
import { deviceName } from "../../platform/http/device-name.policy.ts";
import { wireId } from "../../platform/ids.ts";
import type { OwnSession } from "./sessions.repository.ts";

/**
 * Presents a session. Reveals only the network of its IP address and the device from its
 * User-Agent.
 */
export function presentSession(
  session: OwnSession & { readonly isCurrent: boolean },
): SignedInDevice {
  return {
    id: wireId("ses", session.id),
    current: session.isCurrent,
    ...deviceName(session.device),
    network: networkPrefix(session.ip),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}
