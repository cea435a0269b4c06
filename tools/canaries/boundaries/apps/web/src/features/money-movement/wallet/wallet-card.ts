// canary: features-know-no-feature
export { cardFace } from "../../cards/my-cards/card-face.ts";
