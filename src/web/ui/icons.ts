import type { IconPath } from './icon.tsx'

// Each by itself, so that a page loads only with what it shows: `import * as icons`, then `<Icon name={icons.lock} />`.
export const warn = 'M8 2.3 14.3 13H1.700L8 2.3ZM8 6.5v3M8 11.3h.01' as IconPath
export const info = 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 7.3v3.5M8 5.1h.01' as IconPath
export const again = 'M13.3 7.9a5.3 5.3 0 1 1-1.7-3.8M13.3 2.3v3h-3' as IconPath
export const lock = 'M3.8 7.3h8.4v6.200H3.800zM5.5 7.3V5.3a2.5 2.5 0 0 1 5 0v2' as IconPath
export const key = 'M5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 8h6v2.5M11.3 8v2' as IconPath
export const trash = 'M2.8 4.3h10.4M6.2 4.3V2.5h3.6v1.8M4.2 4.3l.6 9.2h6.4l.6-9.2M6.7 7v4M9.3 7v4' as IconPath
export const out = 'M6.5 2.5H3v11h3.5M9.8 5l3 3-3 3M12.5 8h-6' as IconPath
export const open = 'M9.5 2.5h4v4M13.3 2.7 7.5 8.5M11.5 9v4.5h-9v-9H7' as IconPath
export const plus = 'M8 3v10M3 8h10' as IconPath
export const download = 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11' as IconPath
