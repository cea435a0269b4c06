import { defineService } from "../../platform/service.ts";
import { createSender } from "./send-request.ts";

/** A context's sender, with its connections. */
export const webhookSender = defineService("webhook sender", ({ config }) =>
  createSender(config.webhooks),
);
