/** What a move has done, in this order. */
export type MoveStep =
  | "checked"
  | "fenced"
  | "ended"
  | "caught up"
  | "promoting"
  | "promoted"
  | "opened";

/** How long parts of a move may take, in milliseconds. */
export interface MoveLimits {
  /** How long the standby may fall no further behind without catching up. */
  readonly stalledMs: number;
  /** How long ending all sessions may take while nothing commits. */
  readonly endingMs: number;
  /** How long the standby may take for what is left while nothing commits. */
  readonly replayMs: number;
  readonly promotionMs: number;
}

export const MOVE_LIMITS: MoveLimits = {
  stalledMs: 60_000,
  endingMs: 10_000,
  replayMs: 15_000,
  promotionMs: 60_000,
};

/** How a caller follows a move. */
export interface MoveCourse {
  readonly limits: MoveLimits;
  /** Stops a move that has not reached the promotion. */
  readonly signal: AbortSignal;
  say(sentence: string): void;
  /** Called after each step; the move continues when it has returned. */
  reached(step: MoveStep): Promise<void>;
}
