import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { liftHoldBody } from "./security-hold.schemas.ts";

export const liftHold = endpoint({
  method: "POST",
  path: "/api/admin/customers/:id/lift-hold",
  summary: "Lift the hold of a “not me”, once the customer has reset the password",
  tag: "withdrawals",
  access: "operator",
  roles: ["support", "administrator"],
  params: idParams,
  body: liftHoldBody,
  success: { status: 204, body: null },
  errors: ["security_hold_needs_reset", "security_hold_lifted"],
});

export const securityHoldEndpoints = { liftHold } as const;
