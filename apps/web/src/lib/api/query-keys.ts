/**
 * First elements of all query keys, one per feature. They are defined here because a write in one
 * feature can make another feature's data stale, and features do not import each other.
 */
export const QUERY_ROOTS = {
  cards: ["cards"],
  bills: ["bills"],
  wallet: ["wallet"],
  withdrawals: ["withdrawals"],
  segments: ["card-segments"],
  applications: ["card-applications"],
  holder: ["card-holder"],
  announcements: ["announcements"],
  profile: ["profile"],
  sessions: ["sessions"],
  factors: ["factors"],
  figures: ["figures"],
  outlook: ["outlook"],
  insight: ["insight"],
  reviews: ["reviews"],
  risk: ["risk"],
  practice: ["practice"],
  my_data: ["my_data"],
  reconciliation: ["reconciliation"],
  logs: ["logs"],
  audit: ["audit"],
  support: ["support"],
  board: ["board"],
  programme: ["programme"],
  network: ["network"],
  bank: ["bank"],
  customers: ["customers"],
  operators: ["operators"],
} as const;

/** Roots that become stale when any money moves. */
export const MONEY_ROOTS = [
  QUERY_ROOTS.cards,
  QUERY_ROOTS.bills,
  QUERY_ROOTS.wallet,
  QUERY_ROOTS.figures,
  QUERY_ROOTS.outlook,
] as const;
