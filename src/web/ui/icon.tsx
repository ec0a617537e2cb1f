import styles from './icon.module.css'

/** The icons of the first page, drawn on a grid of 16, stroked; all others are in `icons.ts`. */
const paths = {
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  globe:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM1.8 8h12.4M8 1.8c1.9 1.8 2.6 4 2.6 6.2S9.9 12.4 8 14.2C6.1 12.4 5.4 10.2 5.4 8S6.1 3.6 8 1.8Z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.4 10.4 14 14',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3l1.2-1.2',
  down: 'M4 6.2l4 4 4-4',
  up: 'M4 9.8l4-4 4 4',
  left: 'M9.8 4l-4 4 4 4',
  right: 'M6.2 4l4 4-4 4',
  settings: 'M2.5 5h5.2M11.5 5h2M2.5 11h2M8.3 11h5.2M9.6 3.3v3.4M6.4 9.3v3.4',
  more: 'M3 8h.6M7.7 8h.6M12.4 8h.6',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  cross: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  bookmark: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  filter: 'M2 3.5h12M4.5 8h7M6.8 12.5h2.4',
} as const

/** An icon that the first page does not need. */
export type IconPath = string & { readonly drawn: unique symbol }
export type IconName = keyof typeof paths | IconPath

/** Decoration only: whatever it means is said in words beside it or in a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={name in paths ? paths[name as keyof typeof paths] : name} />
    </svg>
  )
}
