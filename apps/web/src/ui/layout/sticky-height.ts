/** Height of the sticky bar and filters above a list, in pixels. */
export const STICKY_HEIGHT = 108;
