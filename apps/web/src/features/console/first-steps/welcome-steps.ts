/** The first steps, in the order in which each makes the next one possible. */
export const WELCOME_STEPS = ["email", "deposit", "card", "funded", "purchase"] as const;
export type WelcomeStep = (typeof WELCOME_STEPS)[number];

/** Which steps have really been taken. */
export type WelcomeProgress = Readonly<Record<WelcomeStep, boolean>>;

/** How many steps are taken, and the first that is not. */
export function progressOf(done: WelcomeProgress): {
  readonly count: number;
  readonly next: WelcomeStep | undefined;
} {
  return {
    count: WELCOME_STEPS.filter((step) => done[step]).length,
    next: WELCOME_STEPS.find((step) => !done[step]),
  };
}
