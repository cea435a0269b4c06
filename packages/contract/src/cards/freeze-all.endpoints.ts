import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  currentFreezeAll,
  freezeAll,
  freezeAllResult,
  freezeAllUndo,
} from "./card-settings.schemas.ts";

const tag = "cards";
const access = "session";

export const freezeAllCards = endpoint({
  method: "POST",
  path: "/api/cards/freeze-all",
  summary: "Freeze all cards that the customer has not frozen yet",
  tag,
  access,
  idempotencyKey: "welcome",
  success: { status: 201, body: freezeAllResult },
});

export const getFreezeAll = endpoint({
  method: "GET",
  path: "/api/cards/freeze-all",
  summary: "The newest freeze of all cards that can still be undone",
  tag,
  access,
  success: { status: 200, body: currentFreezeAll },
});

export const undoFreezeAll = endpoint({
  method: "POST",
  path: "/api/cards/freeze-all/:id/undo",
  summary: "Undo a freeze of all cards, except for cards changed since",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: freezeAllUndo },
});

export const dismissFreezeAll = endpoint({
  method: "POST",
  path: "/api/cards/freeze-all/:id/dismiss",
  summary: "Dismiss the undo of a freeze of all cards; the cards stay frozen",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: freezeAll },
});

export const freezeAllEndpoints = {
  freezeAllCards,
  getFreezeAll,
  undoFreezeAll,
  dismissFreezeAll,
} as const;
