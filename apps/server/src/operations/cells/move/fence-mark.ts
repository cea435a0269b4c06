/**
 * How far a move has come. From `promoting` on, the standby may become the primary at any time, so
 * the fence must never be undone.
 */
export type MoveState = "fenced" | "promoting";

/** What the comment of a database says about a move. */
export interface FenceMark {
  readonly state: MoveState;
  /** The new server, such as `10.0.0.5:5432`. */
  readonly target: string;
  /** What the new server must have replayed, once that is known. */
  readonly position?: string;
}

const MARK = /\n?\[tessera: (fenced|promoting) to ([^\s\]]+)(?: after ([\dA-F]+\/[\dA-F]+))?\]$/;

/** Returns the mark in a database's comment; undefined if there is none. */
export function fenceMarkIn(comment: string | null): FenceMark | undefined {
  const [, state, target, position] = MARK.exec(comment ?? "") ?? [];
  return (state === "fenced" || state === "promoting") && target !== undefined
    ? { state, target, ...(position !== undefined && { position }) }
    : undefined;
}

/** Returns a database's comment with a mark, or without one. An operator's own comment stays. */
export function withFenceMark(comment: string | null, mark: FenceMark | undefined): string | null {
  const own = (comment ?? "").replace(MARK, "");
  const position = mark?.position === undefined ? "" : ` after ${mark.position}`;
  const added = mark === undefined ? "" : `[tessera: ${mark.state} to ${mark.target}${position}]`;
  const text = [own, added].filter((part) => part !== "").join("\n");
  return text === "" ? null : text;
}
