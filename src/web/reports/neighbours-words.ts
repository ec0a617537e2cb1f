import { grouped } from '#web/ui/number.ts'

export const neighbourWords = {
  label: 'Reports in this list',
  place: (position: number, total: string | null) =>
    total === null ? grouped(position) : `${grouped(position)} of ${total}`,
  previous: (url: string) => `Previous report: ${url}`,
  next: (url: string) => `Next report: ${url}`,
  noPrevious: 'No report before this one',
  noNext: 'No report after this one',
}
