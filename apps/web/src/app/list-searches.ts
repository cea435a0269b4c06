import { textSearch } from "../lib/navigation/search-state.ts";

/** Search parameters for a list of movements. */
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

/** Search parameters for the logs. */
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

/** Search parameters for the customer list: its filters, the open customer and the open tab. */
export const customerSearch = textSearch("q", "status", "view", "tab", "open", "cell");

/** Search parameters for the operators' audit log. */
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
  "cell",
);
