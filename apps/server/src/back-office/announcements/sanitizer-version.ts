/** Raise it with the way of cleaning or the library: what an older one cleaned is cleaned again. */
export const SANITISER_VERSION = 3;
