/** Splits a text at white space, commas and semicolons. */
export const splitEntries = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
