/** What stays above a list while it is scrolled: the bar and the filters. */
export const STICKY_HEIGHT = 108;
