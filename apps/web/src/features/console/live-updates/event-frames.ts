/** One block of an event stream: the lines between two blank lines. */
export interface EventFrame {
  readonly id: string | undefined;
  readonly event: string;
  /** The data of the event; absent if the block only sets an id. */
  readonly data: string | undefined;
}

/** Collects the fields of the block that is being read. */
class Block {
  #id: string | undefined;
  #event = "message";
  #data: string[] = [];

  take(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const rest = colon < 0 ? "" : line.slice(colon + 1);
    const value = rest.startsWith(" ") ? rest.slice(1) : rest;
    if (name === "id" && !value.includes("\u0000")) {
      this.#id = value;
    } else if (name === "event") {
      this.#event = value;
    } else if (name === "data") {
      this.#data.push(value);
    }
  }

  /** Returns the finished block; `undefined` if the block had only comments. */
  end(): EventFrame | undefined {
    const data = this.#data.length === 0 ? undefined : this.#data.join("\n");
    return this.#id === undefined && data === undefined
      ? undefined
      : { id: this.#id, event: this.#event, data };
  }
}

/**
 * Creates a parser for `text/event-stream` data, which may arrive in pieces of any length. The
 * parser also returns blocks with an id but no data, because these give the start position of a
 * stream without earlier events.
 *
 * @returns a function that takes the next piece of text and returns the blocks it completes
 */
export function createFrameReader(): (text: string) => readonly EventFrame[] {
  let unread = "";
  let block = new Block();
  return (text) => {
    unread += text;
    const frames: EventFrame[] = [];
    // A carriage return at the end may be the first half of a CRLF.
    const lines = unread.split(/\r\n|\n|\r(?!$)/);
    unread = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") {
        block.take(line);
        continue;
      }
      const frame = block.end();
      block = new Block();
      if (frame !== undefined) {
        frames.push(frame);
      }
    }
    return frames;
  };
}
