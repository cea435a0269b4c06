/** The first steps, ordered so that each one enables the next. */
export const WELCOME_STEPS = ["email", "deposit", "card", "funded", "purchase"] as const;
export type WelcomeStep = (typeof WELCOME_STEPS)[number];

/** Whether each step has been completed. */
export type WelcomeProgress = Readonly<Record<WelcomeStep, boolean>>;

/** Returns the number of completed steps and the first incomplete step. */
export function progressOf(done: WelcomeProgress): {
  readonly count: number;
  readonly next: WelcomeStep | undefined;
} {
  return {
    count: WELCOME_STEPS.filter((step) => done[step]).length,
    next: WELCOME_STEPS.find((step) => !done[step]),
  };
}
