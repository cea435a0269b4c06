// canary: useImportType
import { Card } from "./card.ts";

export const last4 = (card: Card) => card.last4;
