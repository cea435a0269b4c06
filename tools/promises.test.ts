import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../scripts/repository.ts";
import { judgePromises, numberedPromises } from "./promises/judge-promises.ts";
import { keeperCheck, testNames } from "./promises/keepers.ts";
import { readTable, updatedTable } from "./promises/promise-table.ts";
import { PROMISED_DOCUMENTS, sentencesOfDocument } from "./promises/promised-documents.ts";
import { sentencesOf, sentencesOfMarkdown } from "./promises/sentences.ts";

const check = keeperCheck();

describe("the documents' promises", () => {
  it.each(PROMISED_DOCUMENTS)(
    "promises: every sentence in $path has an entry in $table",
    (document) => {
      expect(judgePromises(sentencesOfDocument(document), readTable(document), check)).toEqual([]);
    },
  );

  it("SECURITY.md: P1 to P27 each name tests that exist", () => {
    const promises = numberedPromises(readFileSync(fromRoot("SECURITY.md"), "utf8"));
    expect(promises.map(({ id }) => id)).toEqual(Array.from({ length: 27 }, (_, i) => `P${i + 1}`));
    const sentences = promises.map(({ sentence }) => sentence);
    expect(judgePromises(sentences, promises, check)).toEqual([]);
    const others = promises.flatMap(({ id, keptBy }) =>
      keptBy.filter((keeper) => !keeper.includes(" › ")).map((keeper) => `${id}: ${keeper}`),
    );
    expect(others).toEqual([]);
  });
});

describe("the promise check", () => {
  const sentences = ["We refund every payment.", "You keep your password."];
  const table = [
    { sentence: "We refund every payment.", keptBy: ["GET /api/cards"] },
    { sentence: "You keep your password.", notAPromise: "duty" },
  ];
  const thisFile = "tools/promises.test.ts";

  it("promises: the check passes if every sentence has an entry", () => {
    expect(judgePromises(sentences, table, check)).toEqual([]);
  });

  it("promises: the check fails if a sentence without a keeper is added to a legal text", () => {
    const [terms] = PROMISED_DOCUMENTS;
    const text = JSON.parse(readFileSync(fromRoot(terms?.path ?? ""), "utf8"));
    text.sections[0].paragraphs[0] += " We double your deposits.";
    const changed = terms?.sentencesIn(JSON.stringify(text)) ?? [];
    const entries = terms === undefined ? [] : readTable(terms);
    const problem = "Not in the table: We double your deposits.";
    expect(judgePromises(changed, entries, check)).toEqual([problem]);
    const filled = updatedTable(changed, entries);
    expect(judgePromises(changed, filled, check)).toEqual([
      "Nothing keeps it: We double your deposits.",
    ]);
  });

  it("promises: the check fails for an entry whose sentence is no longer in the document", () => {
    expect(judgePromises(sentences.slice(1), table, check)).toEqual([
      "Not in the document any more: We refund every payment.",
    ]);
  });

  it("promises: the check fails for a duplicate entry", () => {
    expect(judgePromises(sentences, [...table, ...table.slice(1)], check)).toEqual([
      "Twice in the table: You keep your password.",
    ]);
  });

  it.each([
    [{}, "Needs either keptBy or notAPromise"],
    [{ keptBy: ["GET /api/cards"], notAPromise: "duty" }, "Needs either keptBy or notAPromise"],
    [{ keptBy: [] }, "Nothing keeps it"],
    [{ keptBy: [""] }, "Nothing keeps it"],
    [{ notAPromise: "" }, "No reason of the list ()"],
    [{ notAPromise: "because" }, "No reason of the list (because)"],
    [{ notAPromise: "toString" }, "No reason of the list (toString)"],
    [{ keptBy: ["GET /api/nothing"] }, "The contract has no such call (GET /api/nothing)"],
    [{ keptBy: ["job: files.nothing"] }, "The server has no such job (job: files.nothing)"],
    [{ keptBy: ["rule: nothing"] }, "No checker has such a rule (rule: nothing)"],
    [{ keptBy: ["tools/no.test.ts › a"] }, "There is no such test file (tools/no.test.ts › a)"],
    [{ keptBy: ["README.md › a"] }, "There is no such test file (README.md › a)"],
    [
      { keptBy: [`${thisFile} › an entry`] },
      `The file has no test of this name (${thisFile} › an entry)`,
    ],
    [{ keptBy: ["pending: nothing"] }, "Nothing is pending under this name (pending: nothing)"],
    [
      { keptBy: ["our staff"] },
      "Neither a test (path › name), a call, a job nor a rule (our staff)",
    ],
  ])("promises: the check rejects the entry %j", (cell, problem) => {
    const [sentence = ""] = sentences;
    expect(judgePromises([sentence], [{ sentence, ...cell }], check)).toEqual([
      `${problem}: ${sentence}`,
    ]);
  });

  it("promises: the check fails for pending work if the list of pending work is empty", () => {
    expect(keeperCheck(["erasure"])("pending: erasure")).toBeUndefined();
    expect(keeperCheck([])("pending: erasure")).toBe("Nothing is pending under this name");
  });
});

describe("the promise check accepts as a keeper", () => {
  it.each([
    "tools/promises.test.ts › promises: the check fails for a duplicate entry",
    "tools/promises.test.ts › promises: the check rejects the entry %j",
    "GET /api/cards",
    "job: files.sweep",
    "rule: money-is-a-leaf",
    "rule: stray-sql",
  ])("%s", (keeper) => {
    expect(check(keeper)).toBeUndefined();
  });

  it("promises: finds tests by their names in the source, and ignores other calls", () => {
    const text =
      'test("a", f); it.each(rows)("b %s", f); test.describe("c", f); test.step("d", f);';
    expect([...testNames(text)]).toEqual(["a", "b %s"]);
    const inserted = ["$", "{COUNT} writers"].join("");
    expect([...testNames(`it(\`of ${inserted}\`, f)`)]).toEqual([`of ${inserted}`]);
  });
});

describe("reading sentences", () => {
  it("promises: the parser splits a paragraph into sentences", () => {
    expect(sentencesOf("- One is 1.50 today. “Two?” {three} days. It ends.")).toEqual([
      "One is 1.50 today.",
      "“Two?”",
      "{three} days.",
      "It ends.",
    ]);
  });

  it("promises: the parser reads headings, lists, table rows and explained commands", () => {
    const markdown = [
      "# A [title](x.md)",
      "Text over",
      "two lines. **More** text.",
      "- item one",
      "  goes on",
      "- item two",
      "",
      "| Head | Head |",
      "|---|---|",
      "| cell. One | cell |",
      "| P1 | promise | test |",
      "```sh",
      "npm start",
      "npm stop   # stops it",
      "```",
      "```mermaid",
      "a --> b # c",
      "```",
    ].join("\n");
    expect(sentencesOfMarkdown(markdown, (row) => row.startsWith("| P1 |"))).toEqual([
      "A title",
      "Text over two lines.",
      "More text.",
      "item one goes on",
      "item two",
      "cell. One | cell",
      "npm stop # stops it",
    ]);
  });
});
