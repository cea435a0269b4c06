import { endpoint } from "../endpoint.ts";
import { reserves } from "./reserves.schemas.ts";

export const getReserves = endpoint({
  method: "GET",
  path: "/api/admin/reserves",
  summary: "What the program holds and owes of each asset, as read within the last hour",
  tag: "board",
  access: "operator",
  roles: ["reviewer", "administrator", "auditor"],
  success: { status: 200, body: reserves },
});

export const reservesEndpoints = { getReserves } as const;
