import type { Engine } from "./program-nodes.ts";

/** Where a part of the lab works, and how it reports. */
export interface LabPlace {
  readonly engine: Engine;
  readonly folder: string;
  readonly say: (text: string) => void;
}
