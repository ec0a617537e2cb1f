/** What the field in the top bar says once it is used. */
export const analyseWords = {
  empty: 'Enter the address of a page, such as example.com/page.',
  dismiss: 'Dismiss this message',
  starting: (url: string) => `Analysing ${url}`,
  running: 'Analysing:',
  seconds: (seconds: number) => `${seconds} s`,
  ready: (score: number) => `Report ready: score ${score}.`,
  open: 'Open report',
  cancelled: 'Cancelled. The address is still in the field.',
}
