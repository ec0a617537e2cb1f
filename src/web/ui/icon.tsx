import styles from './icon.module.css'

/** Stroked, on a grid of 16 by 16. */
const paths = {
  chart: 'M2.5 13.5h11M4.5 10.5v-3M8 10.5V3M11.5 10.5V6',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  globe: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM1.8 8h12.4M8 1.8a2.6 6.2 0 1 0 0 12.4A2.6 6.2 0 0 0 8 1.8Z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.4 10.4 14 14',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3l1.2-1.2',
  down: 'M4 6.2l4 4 4-4',
  up: 'M4 9.8l4-4 4 4',
  left: 'M9.8 4l-4 4 4 4',
  right: 'M6.2 4l4 4-4 4',
  settings: 'M2.5 5h5.2M11.5 5h2M2.5 11h2M8.3 11h5.2M9.6 3.3v3.4M6.4 9.3v3.4',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.8 3v10',
  more: 'M3 8h.6m4 0h.6m4 0h.6',
  none: 'M4 8h8',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  cross: 'M4 4l8 8m0-8-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  bookmark: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  filter: 'M2 3.5h12M4.5 8h7M6.8 12.5h2.4',
  warn: 'M8 2.3 14.3 13H1.7L8 2.3ZM8 6.5v3M8 11.3h.01',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 7.3v3M8 5.1h.01',
  again: 'M13.3 7.9a5.3 5.3 0 1 1-1.7-3.8M13.3 2.3v3h-3',
  lock: 'M3.8 7.3h8.4v6.2H3.8zM5.5 7.3V5.3a2.5 2.5 0 0 1 5 0v2',
  unlock: 'M3.8 7.3h8.4v6.2H3.8zM5.5 7.3V4.5a2.5 2.5 0 0 1 4.7-1',
  password: 'M8 3v10M3.7 5.5l8.6 5m0-5-8.6 5',
  key: 'M5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 8h6v2.5M11.3 8v2',
  trash: 'M2.8 4.3h10.4M6.2 4.3V2.5h3.6v1.8M4.2 4.3l.6 9.2h6.4l.6-9.2M6.7 7v4M9.3 7v4',
  out: 'M6.5 2.5H3v11h3.5M9.8 5l3 3-3 3M12.5 8h-6',
  open: 'M9.5 2.5h4v4M13.3 2.7 7.5 8.5M11.5 9v4.5h-9v-9H7',
  plus: 'M8 3v10M3 8h10',
  download: 'M8 2v8M4 6.2l4 4 4-4M2.5 13.5h11',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  pin: 'M9.8 2 14 6.2l-3 1-2.5 2.5-.3 3L3.3 7.8l3-.3L8.8 5ZM5.5 10.5 2.3 13.7',
  pencil: 'M3 13l.6-2.9L11 2.7 13.3 5 5.9 12.4ZM9.5 4.2l2.3 2.3',
  person: 'M8 2.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM2.8 13.7a5.2 5.2 0 0 1 10.4 0',
  page: 'M4 2h5.5L12 4.5V14H4ZM9 2v3h3M6 8h4M6 11h4',
  bell: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M7 14h2',
  contrast: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Zv12.4M8 5h2.5M8 8h3.5M8 11h2.5',
} as const

export type IconName = keyof typeof paths

/** Decoration only: its meaning is in the words beside it or in a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

/** The product's mark: the ring of a score, of eight segments. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" />
      <circle cx="10" cy="10" r="5.2" />
    </svg>
  )
}
