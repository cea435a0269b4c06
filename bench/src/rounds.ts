import type { Plan } from "./plan.ts";

/** Something to measure. Returns its figures for one round, each in its own unit. */
export interface Contender {
  readonly name: string;
  run(seconds: number): Promise<Readonly<Record<string, number>>>;
}

/**
 * The results of every round, by contender and then by metric:
 * `figures.topUp.requestsPerSecond[round]`.
 */
export type Figures = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/**
 * Runs every contender once per round, so that noise on the machine affects all of them. A shorter
 * warm-up round before the first round is not counted.
 */
export async function runInterleaved(
  contenders: readonly Contender[],
  { rounds, seconds, warmUpSeconds }: Pick<Plan, "rounds" | "seconds" | "warmUpSeconds">,
  onFigure: (name: string, round: number, figures: Readonly<Record<string, number>>) => void,
): Promise<Figures> {
  const collected: Record<string, Record<string, number[]>> = {};
  for (const contender of contenders) {
    await contender.run(warmUpSeconds);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of contenders) {
      const figures = await contender.run(seconds);
      onFigure(contender.name, round, figures);
      const ofContender = collected[contender.name] ?? {};
      collected[contender.name] = ofContender;
      for (const [figure, value] of Object.entries(figures)) {
        ofContender[figure] = [...(ofContender[figure] ?? []), value];
      }
    }
  }
  return collected;
}
