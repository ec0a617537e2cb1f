import type { IconPath } from './icon.tsx'

// Those that neither a list nor a report shows: `icons.ts` loads with the first page.
export const eye =
  'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z' as IconPath
export const pin = 'M9.8 2 14 6.2l-3 1-2.5 2.5-.3 3L3.3 7.8l3-.3L8.8 5ZM5.5 10.5 2.3 13.7' as IconPath
export const pencil = 'M3 13l.6-2.9L11 2.7 13.3 5 5.9 12.4ZM9.5 4.2l2.3 2.3' as IconPath
export const upload = 'M8 10.2V2M4.8 5.2 8 2l3.2 3.2M2.5 13.5h11' as IconPath
export const page = 'M4 2h5.5L12 4.5V14H4ZM9 2v3h3M6 8h4M6 11h4' as IconPath
export const contrast = 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 2v12M8 5h2.5M8 8h3.5M8 11h2.5' as IconPath
export const dice = 'M3 3h10v10H3zM6 6h.01M10 10h.01M8 8h.01' as IconPath
export const mail = 'M2 3.5h12v9H2zM2.3 4 8 8.5 13.7 4' as IconPath
