import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { maxJobUrls } from '#contract/jobs/job.ts'
import { supports } from '#contract/service-info.ts'
import type { WholeWebsite } from '#contract/websites/website.ts'
import { AlertsButton } from '#web/alerts/alerts-button.tsx'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { absoluteUrl } from '#web/data/server.ts'
import {
  OwnService,
  serviceInfoQuery,
  useOwnService,
  useTeamRole,
  useHasPeople,
  useOwnerAccess,
  useSupports,
} from '#web/data/service.ts'
import { downloadPdf } from '#web/document/download-pdf.ts'
import { ShareDialog } from '#web/links/share-button.tsx'
import { listWords } from '#web/list/words.ts'
import { useCanAssign } from '#web/resources/clients.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { homePageOf } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { usePageActions } from '#web/ui/shortcuts.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { externalHref } from '#web/ui/url.tsx'
import { analyseAllPages } from './analyse-all-pages.ts'
import { setClientWords, websiteWords as words } from './words.ts'
import styles from './website-page.module.css'

const RetentionDialog = lazyPart(() => import('./retention-dialog.tsx').then((file) => file.RetentionDialog))
const SetClientDialog = lazyPart(() => import('./set-client-dialog.tsx').then((file) => file.SetClientDialog))
const WhoSeesDialog = lazyPart(() => import('./who-sees-dialog.tsx').then((file) => file.WhoSeesDialog))
const HostsDialog = lazyPart(() => import('./hosts-dialog.tsx').then((file) => file.HostsDialog))
const DeleteWebsiteDialog = lazyPart(() =>
  import('./delete-website-dialog.tsx').then((file) => file.DeleteWebsiteDialog),
)

type Opened = 'again' | 'share' | 'client' | 'client link' | 'people' | 'hosts' | 'retention' | 'remove'

/** What can be done with a website: analysing it again first, the rest in a menu. */
export function WebsiteActions({ website }: { website: WholeWebsite }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const navigate = useNavigate()
  const canWrite = useCanEdit(website.id, website.client_id)
  const { search } = useLocation()
  const { openCrawlDialog, startJobOf } = useAnalyseRequests()
  const close = () => setOpened(null)
  const { id, pages_count: pages } = website
  const isOwn = useOwnService() === true
  const isGuest = useTeamRole() === 'guest'
  const again =
    canWrite && startJobOf && pages && pages <= maxJobUrls
      ? () => (pages > maxUnconfirmed ? setOpened('again') : void analyseAllPages(id, startJobOf))
      : null
  const reportItems = useReportItems(website, () => setOpened('client link'))
  usePageActions({
    again,
    crawl: canWrite && startJobOf ? () => void homePageOf(website).then(openCrawlDialog) : null,
    share: isGuest ? null : () => setOpened('share'),
    document: isOwn ? () => void navigate(paths.websiteDocument(id)) : null,
    against: isOwn ? () => void navigate(paths.against(id)) : null,
    privacy: canWrite ? () => void navigate(paths.websitePrivacy(id)) : null,
    remove: canWrite ? () => setOpened('remove') : null,
  })
  return (
    <>
      <OwnService>
        <AlertsButton place={{ kind: 'website', id, name: unicodeHost(website.domain) }} isIcon />
      </OwnService>
      {isOwn && (
        <span className={styles.wide}>
          <Menu label={words.report.menu} icon="down" showLabel items={reportItems} />
        </span>
      )}
      {!isGuest && (
        <Button className={styles.wide} onClick={() => setOpened('share')}>
          {listWords.share}
        </Button>
      )}
      {canWrite && <Analyse website={website} onAgain={again} />}
      <Menu label={words.more} items={useSecondary(website, reportItems, setOpened)} />
      {opened === 'again' && (
        <ConfirmDialog
          open
          title={words.againTitle(website.pages_count ?? 0)}
          confirmLabel={words.againConfirm}
          cancelLabel={words.cancel}
          onConfirm={() => {
            close()
            if (startJobOf) void analyseAllPages(id, startJobOf)
          }}
          onClose={close}
        >
          {words.againText}
        </ConfirmDialog>
      )}
      {(opened === 'share' || opened === 'client link') && (
        <ShareDialog
          {...(opened === 'client link' && { layout: 'document' })}
          shared={{
            kind: 'website',
            id,
            url: absoluteUrl(paths.website(id) + search),
            name: unicodeHost(website.domain),
          }}
          onClose={close}
        />
      )}
      {opened === 'client' && <SetClientDialog websites={[website]} onClose={close} />}
      {opened === 'people' && <WhoSeesDialog website={website} onClose={close} />}
      {opened === 'hosts' && <HostsDialog id={id} onClose={close} />}
      {opened === 'retention' && <RetentionDialog id={id} onClose={close} />}
      {opened === 'remove' && (
        <DeleteWebsiteDialog
          website={website}
          onClose={close}
          onDeleted={() => navigate(isOwn ? listLinks.websites() : paths.websites())}
        />
      )}
    </>
  )
}

/** More pages than this are confirmed first. */
const maxUnconfirmed = 100

/** The ways to new reports: of all pages, by a crawl, or of other pages. On other servers, only of one page. */
function Analyse({ website, onAgain }: { website: WholeWebsite; onAgain: (() => void) | null }) {
  const { editUrl, openAddDialog, openCrawlDialog, startJobOf } = useAnalyseRequests()
  const { pages_count: pages, reports_count: reports } = website
  if (!startJobOf || reports === 0)
    return (
      <Button variant="main" icon="plus" onClick={() => editUrl(externalHref(website.domain) ?? '')}>
        {words.analyse(reports)}
      </Button>
    )
  return (
    <Menu
      variant="main"
      label={words.again}
      items={[
        ...(onAgain ? [{ label: words.allPages(pages ?? 0), icon: 'again', onSelect: onAgain } as const] : []),
        { label: words.crawl, icon: 'globe', onSelect: () => void homePageOf(website).then(openCrawlDialog) },
        { label: words.addPages, icon: 'plus', onSelect: () => openAddDialog('') },
      ]}
    />
  )
}

/** The ways to the client report of a website. */
function useReportItems({ id, domain, client_id }: WholeWebsite, onLink: () => void): MenuItem[] {
  const navigate = useNavigate()
  const canWrite = useCanEdit(id, client_id)
  const { data: service } = useQuery(serviceInfoQuery())
  const download = () =>
    void downloadPdf(`/websites/${id}/document.pdf`, { created_at: new Date().toISOString(), website: { domain } })
  const items: (MenuItem | false)[] = [
    { label: words.report.open, icon: 'page', onSelect: () => void navigate(paths.websiteDocument(id)) },
    supports(service, 'document_pdf') && { label: words.report.download, icon: 'download', onSelect: download },
    canWrite && { label: words.report.link, icon: 'link', onSelect: onLink },
  ]
  return items.filter((item) => item !== false)
}

/** The other actions. On a phone, they begin with those that are buttons elsewhere. */
function useSecondary(
  { id, domain, client_id }: WholeWebsite,
  reportItems: readonly MenuItem[],
  open: (opened: Opened) => void,
): MenuItem[] {
  const navigate = useNavigate()
  const canWrite = useCanEdit(id, client_id)
  const isOwn = useOwnService() === true
  const { search } = useLocation()
  const canAssign = useCanAssign()
  const managesPeople = [useOwnerAccess(), useHasPeople()].every(Boolean)
  const isGuest = useTeamRole() === 'guest'
  const hasGoogle = useSupports('search_console')
  const home = externalHref(domain)
  // The filters of the list of pages have the same names.
  const filters = new URLSearchParams(search).get('tab') === 'pages' ? search : ''
  const go = (path: string) => () => void navigate(path)
  const items: (MenuItem | false | null)[] = [
    !isGuest && { label: listWords.share, icon: 'link', className: styles.narrow, onSelect: () => open('share') },
    ...(isOwn ? reportItems.map((item) => ({ ...item, className: styles.narrow })) : []),
    isOwn && { label: words.against, icon: 'columns', onSelect: go(paths.against(id) + filters) },
    home !== null && {
      label: words.openSite,
      icon: 'open',
      onSelect: () => void globalThis.open(home, '_blank', 'noopener,noreferrer'),
    },
    isOwn && !isGuest && { label: words.identity, icon: 'key', onSelect: go(paths.websiteIdentity(id)) },
    hasGoogle && !isGuest && { label: words.google, icon: 'chart', onSelect: go(paths.websiteGoogle(id)) },
    canAssign && { label: setClientWords.action, icon: 'globe', onSelect: () => open('client') },
    managesPeople && { label: words.whoSees, icon: 'eye', onSelect: () => open('people') },
    canWrite && isOwn && { label: words.hosts, icon: 'globe', onSelect: () => open('hosts') },
    canWrite && isOwn && { label: words.retention, icon: 'list', onSelect: () => open('retention') },
    canWrite && { label: words.remove, icon: 'trash', danger: true, onSelect: () => open('remove') },
  ]
  return items.filter((item) => item !== false && item !== null)
}
