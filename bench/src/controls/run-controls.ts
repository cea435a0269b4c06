import { writeFile } from "node:fs/promises";
import path from "node:path";
import { labOptions, parseLabOptions } from "../lab-options.ts";
import { CONTROLS, type Control, FAULT_LAB } from "./controls.ts";
import { controlsPage } from "./controls-page.ts";
import { runFaultLab, runTest } from "./run-test.ts";
import { openScratchTree, patchOf, ROOT, type ScratchTree } from "./scratch-tree.ts";

/**
 * Plants each bug in a copy of the working tree, and runs the test that must find it: the test has
 * to pass without the bug and to fail with it.
 */

const PAGE = "docs/negative-controls.md";

interface ControlsOptions {
  readonly only?: readonly string[];
  readonly record: boolean;
}

function readOptions(): ControlsOptions | undefined {
  const parser = labOptions("lab:controls")
    .option("--only <names...>", "plant only the bugs of these names")
    .option("--record", `write ${PAGE} if every bug is caught`, false);
  const options = parseLabOptions<ControlsOptions>(parser, process.argv.slice(2));
  const unknown = options?.only?.filter((name) => CONTROLS.every((one) => one.name !== name)) ?? [];
  if (unknown.length > 0) {
    throw new RangeError(`there is no control called ${unknown.join(" or ")}`);
  }
  if (options?.record === true && options.only !== undefined) {
    throw new RangeError("--record needs a run of all controls");
  }
  return options;
}

/** Returns why a control failed; undefined if its test caught the bug. */
async function judge(tree: ScratchTree, { name, test }: Control): Promise<string | undefined> {
  const run = () => (test === FAULT_LAB ? runFaultLab(tree.folder) : runTest(tree.folder, test));
  const healthy = await run();
  if (healthy.passed === 0 || healthy.failed > 0) {
    return `the test does not pass without the bug: ${healthy.message}`;
  }
  await tree.patch(patchOf(name));
  try {
    const { failed, message } = await run();
    console.log(`        ${message.slice(0, 110)}`);
    return failed > 0 ? undefined : "the test passes with the bug";
  } finally {
    await tree.patch(patchOf(name), "take back");
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) {
    return;
  }
  const chosen = CONTROLS.filter(({ name }) => options.only?.includes(name) ?? true);
  const tree = await openScratchTree();
  let missed = 0;
  try {
    for (const control of chosen) {
      const begun = performance.now();
      const fault = await judge(tree, control);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
      missed += fault === undefined ? 0 : 1;
      console.log(`${fault === undefined ? "caught" : "MISSED"}  ${control.name} (${seconds} s)`);
      if (fault !== undefined) {
        console.log(`        ${fault}`);
      }
    }
  } finally {
    await tree.remove();
  }
  console.log(`${chosen.length - missed} of ${chosen.length} planted bugs are caught`);
  if (missed === 0 && options.record) {
    await writeFile(path.join(ROOT, PAGE), controlsPage(CONTROLS));
  }
  process.exitCode = missed === 0 ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
