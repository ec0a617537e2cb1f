/**
 * A whole number with its thousands set apart, as English does. The platform's own formatter takes tens of milliseconds to
 * start, which a slow phone feels on the first load.
 */
export const grouped = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')
