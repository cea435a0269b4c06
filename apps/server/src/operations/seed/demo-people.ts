import type { DemoSignIn } from "../../platform/http/start-page.ts";

/**
 * The demo customer's sign-in. Anyone who can read this file can use it, as is intended in a
 * sandbox.
 */
export const CUSTOMER: DemoSignIn = {
  who: "Customer",
  username: "demo",
  password: "quiet harbour mosaic",
};
/** The demo operators' sign-ins and roles. The first one writes the announcements. */
export const OPERATORS = [
  {
    who: "Administrator",
    username: "admin",
    password: "seven lamps at night",
    role: "administrator",
  },
  { who: "Reviewer", username: "reviewer", password: "paper boats in rain", role: "reviewer" },
  {
    // Needed for maker-checker, where one administrator approves what the other proposes.
    who: "Second administrator",
    username: "admin2",
    password: "green kites at noon",
    role: "administrator",
  },
] as const;
/** All sign-ins, the customer's first. */
export const SIGN_INS: readonly DemoSignIn[] = [
  CUSTOMER,
  ...OPERATORS.map(({ who, username, password }) => ({ who, username, password })),
];
