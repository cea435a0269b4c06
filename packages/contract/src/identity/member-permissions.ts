/** The roles of a company's members. A company has one owner. */
export const MEMBER_ROLES = ["owner", "admin", "manager", "bookkeeper", "auditor"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/**
 * What members may do.
 *
 * - `read`: balances, cards, payments, rules and members
 * - `export`: statements and other files
 * - `keep_books`: receipts, and the notes of payments
 * - `read_log`: the audit log
 * - `manage_cards`: apply for cards, freeze and close them, set limits and rules, decide payments
 * - `reveal_cards`: card numbers
 * - `move_money`: load and unload cards, exchange money, receive deposits
 * - `pay_out`: send money out of the program, and manage the address book
 * - `answer_cases`: answer questions about applications, with documents
 * - `contact_support`: read and write messages to support
 * - `administer`: members, invitations and the cardholder's details
 * - `own`: accept legal texts, hand over and close the company
 */
export const MEMBER_PERMISSIONS = [
  "read",
  "export",
  "keep_books",
  "read_log",
  "manage_cards",
  "reveal_cards",
  "move_money",
  "pay_out",
  "answer_cases",
  "contact_support",
  "administer",
  "own",
] as const;
export type MemberPermission = (typeof MEMBER_PERMISSIONS)[number];

/** What a permission extends to. */
type MemberScope = "company";

type Permissions = Readonly<Partial<Record<MemberPermission, MemberScope>>>;

const MANAGER: Permissions = {
  read: "company",
  export: "company",
  keep_books: "company",
  manage_cards: "company",
  reveal_cards: "company",
  move_money: "company",
  answer_cases: "company",
  contact_support: "company",
};
const ADMIN: Permissions = {
  ...MANAGER,
  read_log: "company",
  pay_out: "company",
  administer: "company",
};

/** The permissions of each role. Server, menus, reference and tests all use this table. */
export const ROLE_PERMISSIONS: Readonly<Record<MemberRole, Permissions>> = {
  owner: { ...ADMIN, own: "company" },
  admin: ADMIN,
  manager: MANAGER,
  bookkeeper: {
    read: "company",
    export: "company",
    keep_books: "company",
    contact_support: "company",
  },
  auditor: { read: "company", export: "company", read_log: "company" },
};

/** Roles that move money. They require a second factor. */
export const ROLES_WITH_SECOND_FACTOR: readonly MemberRole[] = MEMBER_ROLES.filter(
  (role) => ROLE_PERMISSIONS[role].move_money !== undefined,
);

/** The roles that a member with a role can give to others, and take away from them. */
export const ROLES_GIVEN_BY: Readonly<Record<MemberRole, readonly MemberRole[]>> = {
  owner: ["admin", "manager", "bookkeeper", "auditor"],
  admin: ["manager", "bookkeeper", "auditor"],
  manager: [],
  bookkeeper: [],
  auditor: [],
};

/**
 * What a call needs of a person who acts for a company.
 *
 * - a permission
 * - `anyone`: nothing; the call concerns the session, or who is signed in
 * - `own_account`: the call concerns the person, who has to switch to their own account first
 * - `not_offered`: companies cannot do this yet
 */
export type MemberNeed = MemberPermission | "anyone" | "own_account" | "not_offered";

/** Returns whether a need names a permission. */
export function isPermission(need: MemberNeed): need is MemberPermission {
  return MEMBER_PERMISSIONS.some((known) => known === need);
}

/** Returns the permissions of a role. */
export function permissionsOf(role: MemberRole): MemberPermission[] {
  return MEMBER_PERMISSIONS.filter((one) => ROLE_PERMISSIONS[role][one] !== undefined);
}

/** Returns the roles that have a permission. */
export function rolesWith(permission: MemberPermission): MemberRole[] {
  return MEMBER_ROLES.filter((role) => ROLE_PERMISSIONS[role][permission] !== undefined);
}
