import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './card.module.css'

/** A surface with a border. `flush` leaves the padding to its content. */
export function Card({ flush, className, ...rest }: ComponentProps<'section'> & { flush?: boolean | undefined }) {
  return <section {...rest} className={classes(styles.card, flush && styles.flush, className)} />
}
