import type { Telemetry } from "./telemetry.ts";

/**
 * Wraps a provider so that each call to it has a span named `<port>.<method>`. The span contains
 * neither arguments nor results. Returns the provider unchanged if tracing is off.
 */
export function tracePort<P extends object | undefined>(
  telemetry: Telemetry,
  name: string,
  port: P,
): P {
  if (!telemetry.isOn || port === undefined) {
    return port;
  }
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function") {
        return value;
      }
      return (...args: unknown[]) =>
        telemetry.span(`${name}.${String(property)}`, () => Reflect.apply(value, target, args), {
          kind: "client",
        });
    },
  });
}
