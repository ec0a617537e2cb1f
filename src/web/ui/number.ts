const format = new Intl.NumberFormat('en-GB')

/** A whole number with thousands separators. */
export const grouped = (number: number) => format.format(number)
