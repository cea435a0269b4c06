import {
  APPROVING_ROLES,
  type ApprovingRole,
  type OperatorRole,
  type OperatorStatus,
} from "@tessera/contract/identity/operators.schemas";

/** The facts that determine whether an operator may act. */
export interface Standing {
  readonly role: OperatorRole;
  readonly suspended_at: Date | null;
  readonly removed_at: Date | null;
}

/** A change to an operator's access. */
export type OperatorChange =
  | { readonly kind: "role"; readonly role: OperatorRole }
  | { readonly kind: "suspend" | "resume" | "remove" };

export function statusOf({ suspended_at, removed_at }: Omit<Standing, "role">): OperatorStatus {
  if (removed_at !== null) {
    return "removed";
  }
  return suspended_at === null ? "active" : "suspended";
}

/** Returns whether an operator can act as an administrator. */
export function isActiveAdministrator(standing: Standing): boolean {
  return standing.role === "administrator" && statusOf(standing) === "active";
}

/** Returns an operator's standing after a change. */
export function standingAfter(before: Standing, change: OperatorChange, now: Date): Standing {
  const { role, suspended_at, removed_at } = before;
  switch (change.kind) {
    case "role":
      return { role: change.role, suspended_at, removed_at };
    case "suspend":
      return { role, suspended_at: suspended_at ?? now, removed_at };
    case "resume":
      return { role, suspended_at: null, removed_at };
    case "remove":
      return { role, suspended_at, removed_at: removed_at ?? now };
  }
}

export function isSameStanding(one: Standing, other: Standing): boolean {
  return one.role === other.role && statusOf(one) === statusOf(other);
}

/** Returns whether a role may decide on other people's proposals. */
export function isApprovingRole(role: OperatorRole): role is ApprovingRole {
  return APPROVING_ROLES.some((one) => one === role);
}

/**
 * Returns whether a change needs two administrators. Two are needed for any change to someone who
 * is or becomes an administrator, even while suspended, and for any grant of an approving role.
 * Revoking a reviewer's role needs only one.
 */
export function needsTwo(before: Standing, after: Standing): boolean {
  if (before.role === "administrator" || after.role === "administrator") {
    return true;
  }
  const isLetIn = statusOf(before) !== "active" && statusOf(after) === "active";
  return isApprovingRole(after.role) && (before.role !== after.role || isLetIn);
}
