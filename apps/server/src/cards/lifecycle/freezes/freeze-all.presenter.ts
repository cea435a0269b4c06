import type { FreezeAll } from "@tessera/contract/cards/card-settings.schemas";
import { wireId } from "../../../platform/ids.ts";
import type { FreezeAllState } from "./freeze-all.repository.ts";

export function presentFreezeAll(call: FreezeAllState): FreezeAll {
  return {
    id: wireId("fza", call.id),
    frozenAt: call.frozen_at.toISOString(),
    frozenCards: call.frozen_cards,
    stillFrozenCards: call.still_frozen_cards,
    undoneAt: call.undone_at?.toISOString() ?? null,
  };
}
