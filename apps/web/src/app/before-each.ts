import type { ParsedLocation } from "@tanstack/react-router";
import type { PageAccess } from "./guard.ts";

interface BeforeEach {
  readonly location: ParsedLocation;
  readonly access: PageAccess | undefined;
  readonly preload: boolean;
}

let beforeEach: (navigation: BeforeEach) => Promise<void> = async () => {};

/**
 * Sets the function to run before each navigation. The router's module calls this after it creates
 * the router.
 */
export function setBeforeEach(listener: typeof beforeEach): void {
  beforeEach = listener;
}

/** Runs the function set by {@link setBeforeEach}. */
export function runBeforeEach(navigation: BeforeEach): Promise<void> {
  return beforeEach(navigation);
}
