import type { IconPath } from './icon.tsx'

// Each by itself, so that a page loads only with what it shows: `import * as icons`, then `<Icon name={icons.lock} />`.
export const warn = 'M8 2.3 14.3 13H1.700L8 2.3ZM8 6.5v3M8 11.3h.01' as IconPath
export const info = 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 7.3v3.5M8 5.1h.01' as IconPath
export const again = 'M13.3 7.9a5.3 5.3 0 1 1-1.7-3.8M13.3 2.3v3h-3' as IconPath
export const lock = 'M3.8 7.3h8.4v6.200H3.800zM5.5 7.3V5.3a2.5 2.5 0 0 1 5 0v2' as IconPath
export const key = 'M5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 8h6v2.5M11.3 8v2' as IconPath
export const eye = 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z' as IconPath
export const trash = 'M2.8 4.3h10.4M6.2 4.3V2.5h3.6v1.8M4.2 4.3l.6 9.2h6.4l.6-9.2M6.7 7v4M9.3 7v4' as IconPath
export const out = 'M6.5 2.5H3v11h3.5M9.8 5l3 3-3 3M12.5 8h-6' as IconPath
export const open = 'M9.5 2.5h4v4M13.3 2.7 7.5 8.5M11.5 9v4.5h-9v-9H7' as IconPath
export const plus = 'M8 3v10M3 8h10' as IconPath
export const download = 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11' as IconPath
export const pin = 'M9.8 2 14 6.2l-3 1-2.5 2.5-.3 3L3.3 7.8l3-.3L8.8 5ZM5.5 10.5 2.3 13.7' as IconPath
export const pencil = 'M3 13l.6-2.9L11 2.7 13.3 5 5.9 12.4ZM9.5 4.2l2.3 2.3' as IconPath
export const upload = 'M8 10.2V2M4.8 5.2 8 2l3.2 3.2M2.5 13.5h11' as IconPath
export const page = 'M4 2h5.5L12 4.5V14H4ZM9 2v3h3M6 8h4M6 11h4' as IconPath
export const contrast = 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 2v12M8 5h2.5M8 8h3.5M8 11h2.5' as IconPath
export const dice = 'M3 3h10v10H3zM6 6h.01M10 10h.01M8 8h.01' as IconPath
