import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Returns a function that collects V8's garbage at once. By itself, V8 lets a heap that fills with
 * short-lived objects grow to several times of what is in use.
 */
export function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  // Contexts created from now on have the function.
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => void collect() : () => undefined;
}
