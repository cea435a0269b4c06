import { textSearch } from "../lib/navigation/search-state.ts";

/** What the address of a list of movements says. */
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

/** What the address of the logs says. */
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

/** What the address of the customers says: who is looked for, and what is shown of who is open. */
export const customerSearch = textSearch("q", "status", "view", "tab", "open");

/** What the address of the operators' audit log says. */
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
