import path from "node:path";
import type { Rule } from "./rule.ts";

/** Names that say nothing about the content, and so attract unrelated code. */
const GRAB_BAGS = /^(utils?|helpers?|misc|common|types)$/;

/** Files that may keep such a name, each with the reason. */
const ALLOWED = new Map([
  ["packages/ledger/src/types.ts", "the ledger's vocabulary, which its whole interface is made of"],
]);

const fileNames: Rule = {
  name: "file-name",
  check: (file) => {
    const [name = ""] = path.basename(file.path).split(".");
    return GRAB_BAGS.test(name) && !ALLOWED.has(file.path)
      ? [{ line: 1, message: `"${name}" says nothing: name the file after what it holds.` }]
      : [];
  },
};

/**
 * Words that mark unfinished work. The words are split here, so that this file passes its own rule.
 */
const UNFINISHED = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`);

const unfinished: Rule = {
  name: "unfinished",
  check: ({ lines }) =>
    lines.flatMap((line, index) =>
      UNFINISHED.test(line)
        ? [{ line: index + 1, message: "Finish it, or write it down where work is planned." }]
        : [],
    ),
};

export const namingRules: readonly Rule[] = [fileNames, unfinished];
