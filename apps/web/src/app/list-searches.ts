import { textSearch } from "../lib/navigation/search-state.ts";

/** Search parameters of a list of movements. */
export const movementSearch = textSearch(
  "month",
  "from",
  "to",
  "cardId",
  "tag",
  "kind",
  "status",
  "currency",
  "min",
  "max",
  "q",
  "open",
  "at",
);

/** Search parameters of the logs. */
export const logSearch = textSearch(
  "category",
  "outcome",
  "cardId",
  "month",
  "from",
  "to",
  "q",
  "open",
);

/** Search parameters of the customer list: its filters, the open customer and the open tab. */
export const customerSearch = textSearch("q", "status", "view", "tab", "open");

/** Search parameters of the operators' audit log. */
export const auditSearch = textSearch(
  "category",
  "outcome",
  "customerId",
  "actor",
  "requestId",
  "month",
  "from",
  "to",
  "q",
  "open",
);
