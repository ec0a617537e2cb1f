import type { CSSProperties, ReactNode } from 'react'
import type { Brand } from '#contract/sharing/client-document.ts'
import { isReadable, textOn } from './brand-color.ts'
import { documentWords as words } from './words.ts'
import styles from './cover.module.css'

const ink = '#16181d'

/** The colours of the brand as custom properties. Without a colour, the cover is black. */
export function brandStyle({ color }: Pick<Brand, 'color'>): CSSProperties {
  const fill = color ?? ink
  return { '--brand': fill, '--on-brand': textOn(fill), '--brand-text': isReadable(fill) ? fill : ink }
}

type CoverProps = {
  brand: Pick<Brand, 'name' | 'logo'>
  title: string
  subject: ReactNode
  date: string
  introduction: string
  heading?: 'h1' | 'h2'
}

/** The head of the first page: the sender on white, for which logos are made, and the title in the brand's colour. */
export function Cover({ brand, title, subject, date, introduction, heading: Heading = 'h1' }: CoverProps) {
  return (
    <header className={styles.cover}>
      {(brand.logo || brand.name) && (
        <div className={`row roomy ${styles.sender}`}>
          {brand.logo && <img src={brand.logo} alt={words.logoOf(brand.name)} />}
          {brand.name && <p>{brand.name}</p>}
        </div>
      )}
      <div className={styles.band}>
        <Heading tabIndex={-1}>{title}</Heading>
        <p className={styles.subject}>{subject}</p>
        <p className={styles.day}>{words.day(date)}</p>
      </div>
      {introduction && <p className={styles.intro}>{introduction}</p>}
    </header>
  )
}
