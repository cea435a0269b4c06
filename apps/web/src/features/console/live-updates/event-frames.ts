/** One block of an event stream: what is between two blank lines. */
export interface EventFrame {
  readonly id: string | undefined;
  readonly event: string;
  /** Absent where the block only tells an id. */
  readonly data: string | undefined;
}

/** What is known of the block that is being read. */
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

  /** The block as it was told; `undefined` for one of comments alone. */
  end(): EventFrame | undefined {
    const data = this.#data.length === 0 ? undefined : this.#data.join("\n");
    return this.#id === undefined && data === undefined
      ? undefined
      : { id: this.#id, event: this.#event, data };
  }
}

/**
 * Reads `text/event-stream`, however it is cut into pieces. A block that tells an id and no data
 * is answered too: it says where a stream without a past begins.
 *
 * @returns what takes the next piece of text and answers the blocks that it completed
 */
export function createFrameReader(): (text: string) => readonly EventFrame[] {
  let unread = "";
  let block = new Block();
  return (text) => {
    unread += text;
    const frames: EventFrame[] = [];
    // A carriage return at the very end may be half of a line's end.
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
