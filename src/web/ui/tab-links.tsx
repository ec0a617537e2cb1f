import { Link, type To } from 'react-router-dom'
import styles from './tab-links.module.css'

type TabLinksProps = { label: string; tabs: readonly { name: string; to: To; isOpen: boolean }[] }

/** Links to the parts of a page, one of which is open. */
export const TabLinks = ({ label, tabs }: TabLinksProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ name, to, isOpen }) => (
      <Link key={name} to={to} preventScrollReset aria-current={isOpen ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)
