// canary: hidden-service
interface AppContext {
  readonly name: string;
}

const kept = new WeakMap<AppContext, number>();

export function feesOf(context: AppContext): number {
  return kept.get(context) ?? 0;
}
