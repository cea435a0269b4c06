const MAX_DEPTH = 16;

export class MalformedJsonError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`malformed JSON: ${reason}`, options);
    this.name = "MalformedJsonError";
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses JSON as defined by RFC 8259. Rejects input that parsers interpret differently: invalid
 * UTF-8, a byte order mark, duplicate keys, `__proto__`, and more than 16 levels of nesting.
 *
 * @throws MalformedJsonError
 */
export function parseStrictJson(bytes: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    throw new MalformedJsonError("not JSON in UTF-8", { cause: error });
  }
  scanKeys(text);
  return value;
}

/** Scans valid JSON for duplicate keys and excessive depth. */
function scanKeys(text: string): void {
  /** The keys of the object at each level; undefined for an array. */
  const levels: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
      case 0x5b: // [
        expectsKey = text[at] === "{";
        levels.push(expectsKey ? new Set() : undefined);
        if (levels.length > MAX_DEPTH) {
          throw new MalformedJsonError("nested too deeply");
        }
        break;
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop();
        expectsKey = false;
        break;
      case 0x2c: // ,
        expectsKey = levels.at(-1) !== undefined;
        break;
      case 0x22: {
        const end = endOfString(text, at);
        if (expectsKey) {
          takeKey(levels.at(-1), text.slice(at, end + 1));
          expectsKey = false;
        }
        at = end;
        break;
      }
      default:
    }
  }
}

/** Returns the position of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') {
    at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}

function takeKey(keys: Set<string> | undefined, literal: string): void {
  const key = literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (key === "__proto__") {
    throw new MalformedJsonError("the key __proto__");
  }
  if (keys === undefined || keys.has(key)) {
    throw new MalformedJsonError("a duplicate key");
  }
  keys.add(key);
}
