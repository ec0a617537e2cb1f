export const renderModes = ['auto', 'always', 'never'] as const
/** Tells which pages are rendered in a browser: those that need it, all, or none. */
export type RenderMode = (typeof renderModes)[number]
