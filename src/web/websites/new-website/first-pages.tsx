import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page.tsx'
import { externalHref } from '#web/ui/url.tsx'
import { websiteWords } from '../words.ts'
import { firstPagesWords as words } from './words.ts'

/** Shown in place of the reports of a website that has none: the ways to its first ones. */
export function FirstPages({ website: { id, domain } }: { website: { id: number; domain: string } }) {
  const canWrite = useCanEdit(id)
  const { editUrl, openAddDialog, openCrawlDialog, startJobOf } = useAnalyseRequests()
  const home = externalHref(domain) ?? ''
  if (!canWrite) return <EmptyState title={words.title}>{words.textForReaders}</EmptyState>
  if (!startJobOf)
    return (
      <EmptyState
        title={words.title}
        actions={
          <Button variant="main" icon="plus" onClick={() => editUrl(home)}>
            {websiteWords.analyse(0)}
          </Button>
        }
      >
        {words.textWithoutCrawls}
      </EmptyState>
    )
  return (
    <EmptyState
      title={words.title}
      actions={
        <>
          <Button variant="main" icon="globe" onClick={() => openCrawlDialog(home)}>
            {websiteWords.crawl}
          </Button>
          <Button icon="list" onClick={() => openAddDialog(new URL('/sitemap.xml', home).href)}>
            {words.sitemap}
          </Button>
          <Link to={paths.websiteIdentity(id)} className={buttonClass()}>
            {words.identity}
          </Link>
        </>
      }
    >
      <p>{words.text}</p>
      <p>{words.identityText}</p>
    </EmptyState>
  )
}
