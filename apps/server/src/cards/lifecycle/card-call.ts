import type { KeyUse } from "../../platform/http/api-keys/key-use.ts";
import { parseId } from "../../platform/ids.ts";
import type { CardCommand } from "./freezes/freeze-card.ts";

/** The fields shared by all calls on one card. */
export interface CardCall {
  readonly params: { readonly id: string };
  readonly session: {
    readonly customerId: string;
    readonly userId: string;
    readonly username: string;
    readonly role: string;
    readonly key?: KeyUse;
  };
  readonly requestId: string;
}

/** Returns the command for a customer's call on one card. */
export function commandOf(call: CardCall): CardCommand {
  return {
    customerId: call.session.customerId,
    cardId: parseId("card", call.params.id),
    actor: call.session.username,
    requestId: call.requestId,
  };
}
