import { Link } from 'react-router-dom'
import { usePages } from './pages.ts'
import { websiteHeaderWords as words } from './words.ts'

type WebsiteCrumbsProps = {
  /** The path of the website's page. Null if the URL names no website. */
  to: string | null
  /** Undefined while it loads. */
  name: string | undefined
}

/** Links from a page about a website to the website and to the list of websites. */
export const WebsiteCrumbs = ({ to, name }: WebsiteCrumbsProps) => (
  <nav aria-label={words.crumbs} className="cluster">
    <Link to={usePages().websites}>{words.websites}</Link>
    {to !== null && (
      <>
        <span aria-hidden="true">/</span>
        <Link to={to}>{name ?? words.loadingTitle}</Link>
      </>
    )}
  </nav>
)
