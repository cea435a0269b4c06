import { endpoint } from "../endpoint.ts";
import { offering } from "./offering.schemas.ts";

export const getOffering = endpoint({
  method: "GET",
  path: "/api/offering",
  summary: "Which services are offered; calls to the others fail with `not_offered`",
  tag: "offering",
  access: "public",
  success: { status: 200, body: offering },
});

export const offeringEndpoints = { getOffering } as const;
