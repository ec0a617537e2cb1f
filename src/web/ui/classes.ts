/** Joins class names, without those that are missing. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
