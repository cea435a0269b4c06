// canary: no-cycles
import { egg } from "./egg.ts";

export const chicken = () => egg;
