import type { Config } from "../config/config.ts";
import type { Logger } from "./logger.ts";
import { NO_TELEMETRY, type Telemetry } from "./telemetry.ts";

/**
 * Starts exporting traces if the settings specify a collector. Otherwise, the OpenTelemetry
 * packages are not even loaded.
 */
export async function startTelemetry(
  { otlpEndpoint, sampledRatio }: Config["traces"],
  log: Logger,
): Promise<Telemetry> {
  if (otlpEndpoint === undefined) {
    return NO_TELEMETRY;
  }
  const { createOpenTelemetry } = await import("./open-telemetry.ts");
  return createOpenTelemetry({ otlpEndpoint, sampledRatio }, log);
}
