// canary: TS2375
interface Card {
  readonly nickname?: string;
}

export const card: Card = { nickname: undefined };
