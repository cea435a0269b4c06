import { score } from "../risk/index.ts";

export const review = score;
