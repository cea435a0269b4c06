import { endpoint } from "../endpoint.ts";
import { feeSchedule } from "./legal.schemas.ts";

export const getFeeSchedule = endpoint({
  method: "GET",
  path: "/api/fee-schedule",
  summary: "The fees in force",
  tag: "legal",
  access: "public",
  success: { status: 200, body: feeSchedule },
});

export const legalEndpoints = { getFeeSchedule } as const;
