import { score } from "../../authorization/decision/index.ts";

export const review = score;
