const WHITESPACE: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);
const PERCENT = 0x25;
const KEYWORD = Buffer.from("obj");
/** Maximum number of digits that PDF readers accept in a number. */
const MAX_DIGITS = 10;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Returns, for each offset, the offset of the next token after any whitespace and comments. */
function placesBehindGaps(bytes: Uint8Array): Uint32Array {
  const behind = new Uint32Array(bytes.length + 1);
  let lineEnd = bytes.length;
  behind[lineEnd] = lineEnd;
  for (let place = bytes.length - 1; place >= 0; place -= 1) {
    const byte = bytes[place] ?? 0;
    if (LINE_ENDS.has(byte)) {
      lineEnd = place;
    }
    if (WHITESPACE.has(byte)) {
      behind[place] = behind[place + 1] ?? 0;
    } else {
      behind[place] = byte === PERCENT ? (behind[lineEnd] ?? 0) : place;
    }
  }
  return behind;
}

/**
 * Returns the offsets where the cross-reference table could place an object: after each `4 0 obj`,
 * even inside strings, comments and streams. Reads the file only once.
 */
export function objectStarts(bytes: Uint8Array): readonly number[] {
  const behind = placesBehindGaps(bytes);
  const starts: number[] = [];
  for (let place = 0; place < bytes.length; place += 1) {
    const second = behind[place + 1] ?? 0;
    if (!isDigit(bytes[place]) || second === place + 1 || !isDigit(bytes[second])) {
      continue;
    }
    let end = second;
    while (end - second < MAX_DIGITS && isDigit(bytes[end])) {
      end += 1;
    }
    const keyword = behind[end] ?? 0;
    const isKeyword = KEYWORD.every((byte, index) => bytes[keyword + index] === byte);
    const keywordEnd = keyword + KEYWORD.length;
    if (isKeyword && !isLetter(bytes[keywordEnd])) {
      starts.push(behind[keywordEnd] ?? 0);
    }
  }
  return starts;
}
