// canary: TS1484
import { Card } from "./card.ts";

export const nickname = (card: Card) => card.nickname;
