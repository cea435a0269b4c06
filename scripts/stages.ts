import { type CommandOptions, runCommand } from "./run-command.ts";

export interface Stage {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly options?: CommandOptions;
  /**
   * Why the stage does not apply here. If set, the stage is reported as skipped, never silently
   * left out.
   */
  readonly notApplicable?: string | undefined;
}

export interface StageResult {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly durationMs: number;
  readonly note: string;
}

/** Runs one stage. Prints its output if it fails, or right away with `io: "show"`. */
export async function runStage(stage: Stage): Promise<StageResult> {
  const { name, notApplicable } = stage;
  if (notApplicable !== undefined) {
    return { name, outcome: "skipped", durationMs: 0, note: notApplicable };
  }
  const startedAt = performance.now();
  const { code, output } = await runCommand(stage.command, stage.args, stage.options);
  const durationMs = performance.now() - startedAt;
  if (code === 0) {
    return { name, outcome: "passed", durationMs, note: "" };
  }
  if (output !== "") {
    console.log(`\n--- ${name} failed (exit ${code}) ---\n${output.trimEnd()}`);
  }
  return { name, outcome: "failed", durationMs, note: `exit ${code}` };
}

/**
 * Runs all stages, up to `parallel` of them at a time. Returns the results in the order of the
 * stages.
 */
export async function runStages(
  stages: readonly Stage[],
  parallel: number,
): Promise<readonly StageResult[]> {
  const results: StageResult[] = [];
  const waiting = stages.entries();
  const work = async () => {
    for (const [index, stage] of waiting) {
      results[index] = await runStage(stage);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

/** Returns a table of the stages with their durations and a line with totals. */
export function formatSummary(results: readonly StageResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.map(({ name, outcome, durationMs, note }) => {
    const seconds = `${(durationMs / 1000).toFixed(1)} s`.padStart(8);
    return `  ${outcome.padEnd(7)}  ${name.padEnd(width)} ${seconds}  ${note}`.trimEnd();
  });
  const count = (outcome: StageResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : "";
  const totals = `${count("passed")} passed, ${count("failed")} failed${skipped}`;
  return ["", ...lines, "", totals].join("\n");
}

/** Returns whether any stage failed. */
export function anyFailed(results: readonly StageResult[]): boolean {
  return results.some(({ outcome }) => outcome === "failed");
}
