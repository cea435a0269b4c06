/** The first steps, in the order in which each enables the next. */
export const WELCOME_STEPS = ["email", "deposit", "card", "funded", "purchase"] as const;
export type WelcomeStep = (typeof WELCOME_STEPS)[number];

/** Which steps have actually been taken. */
export type WelcomeProgress = Readonly<Record<WelcomeStep, boolean>>;

/** Returns the number of steps taken and the first step that is not. */
export function progressOf(done: WelcomeProgress): {
  readonly count: number;
  readonly next: WelcomeStep | undefined;
} {
  return {
    count: WELCOME_STEPS.filter((step) => done[step]).length,
    next: WELCOME_STEPS.find((step) => !done[step]),
  };
}
