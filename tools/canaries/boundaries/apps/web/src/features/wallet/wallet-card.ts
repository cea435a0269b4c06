// canary: features-know-no-feature
export { cardFace } from "../cards/card-face.ts";
