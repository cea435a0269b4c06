// canary: policy-is-pure
import { randomInt } from "node:crypto";

export const fee = () => randomInt(10);
