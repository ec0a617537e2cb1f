/**
 * Returns the words of a search. A plural is cut to its singular, which is part of both: "alt tags" finds "alt tag".
 */
export const searchWords = (search: string) =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=\p{L}{3})(?<!s|http)s$/u, ''))
