import type { ParsedLocation } from "@tanstack/react-router";
import type { PageAccess } from "./guard.ts";

interface BeforeEach {
  readonly location: ParsedLocation;
  readonly access: PageAccess | undefined;
  readonly preload: boolean;
}

let beforeEach: (navigation: BeforeEach) => Promise<void> = async () => {};

/** Sets what happens before each navigation; the router does, once it exists. */
export function setBeforeEach(listener: typeof beforeEach): void {
  beforeEach = listener;
}

/** Does what was set to happen before a navigation. */
export function runBeforeEach(navigation: BeforeEach): Promise<void> {
  return beforeEach(navigation);
}
