import type { AlertLab } from "./alert-lab.ts";

/** Something that goes wrong, the alerts that it causes, and the remedy of their pages. */
export interface Cause {
  /** The alerts that fire; the pages of all of them are tried. */
  readonly alerts: readonly string[];
  /** What is done, in one sentence without an agent. */
  readonly how: string;
  make(lab: AlertLab): Promise<void>;
  /** What a page's Confirm says that is to be seen, beyond its commands. */
  confirm?(lab: AlertLab): Promise<void>;
  remedy(lab: AlertLab): Promise<void>;
  /** The server on whose machine the pages' commands are run; the first one if absent. */
  readonly server?: number;
  /** Commands under Confirm that end with another code than 0 while the alert fires. */
  readonly codes?: Readonly<Record<string, number>>;
}

/** An alert that the lab does not cause, and why. */
export interface NotCaused {
  readonly alert: string;
  readonly why: string;
}
