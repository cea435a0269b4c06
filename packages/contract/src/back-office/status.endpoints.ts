import { endpoint } from "../endpoint.ts";
import { serviceStatus } from "./status.schemas.ts";

export const getServiceStatus = endpoint({
  method: "GET",
  path: "/api/status",
  summary: "Whether the services work, and their availability in the last 90 days",
  tag: "status",
  access: "public",
  success: { status: 200, body: serviceStatus },
});

export const statusEndpoints = { getServiceStatus } as const;
