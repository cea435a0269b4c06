// canary: features-know-no-screen
export { router } from "../../screens/home/home-screen.ts";
