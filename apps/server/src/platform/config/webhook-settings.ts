import type { Environment } from "./config-schema.ts";

/** Settings for webhooks. */
export interface WebhookConfig {
  readonly webhooks: {
    /** Whether events are sent to loopback addresses, and by plain HTTP. In the sandbox only. */
    readonly allowsLoopback: boolean;
    /** The DNS servers that are asked for endpoints' addresses; the system's if empty. */
    readonly dnsServers: readonly string[];
  };
}

/** Returns the settings for webhooks. */
export function webhookConfigOf(env: Environment): WebhookConfig {
  return {
    webhooks: {
      allowsLoopback: env.WEBHOOK_LOOPBACK === "on",
      dnsServers: env.WEBHOOK_DNS_SERVERS,
    },
  };
}
