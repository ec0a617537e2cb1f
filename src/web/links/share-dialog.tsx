import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LinkTarget } from '#contract/forms/link-form.ts'
import { readId } from '#contract/lists/list-query.ts'
import { readViewQuery, type ViewList } from '#contract/lists/views.ts'
import type { LinkLayout } from '#contract/sharing/links.ts'
import { privacies } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnService, useSupports } from '#web/data/service.ts'
import { privacyIcons } from '#web/privacy/privacy-link.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { NewShareLink } from './new-share-link.tsx'
import { LinkField } from './share-options.tsx'
import { sharingWords as words } from './words.ts'
import styles from './share-dialog.module.css'

/** The shared page: its absolute URL and its display name. */
export type Shareable = { url: string; name: string } & (
  | { kind: 'report'; id: number; websiteId: number | null }
  | { kind: 'website'; id: number }
  | { kind: 'view'; list: ViewList }
)

/** Returns the website whose privacy decides on access to the URL, or null. */
export const websiteOf = (shared: Shareable) =>
  shared.kind === 'report' ? shared.websiteId : shared.kind === 'website' ? shared.id : null

/** Returns the target of a share link. For a view, the filters and the order come from its URL. */
export function targetOf(shared: Shareable): LinkTarget {
  if (shared.kind === 'report') {
    const compared = readId(new URLSearchParams(shared.url.split('?')[1]).get('compare') ?? undefined)
    return { kind: 'report', report_id: shared.id, compare_id: compared ?? undefined }
  }
  if (shared.kind === 'website') return { kind: 'website', website_id: shared.id }
  const { query } = readViewQuery(shared.list, new URL(shared.url).searchParams)
  return { kind: 'view', list: shared.list, query }
}

type ShareDialogProps = {
  shared: Shareable
  /** With a layout, the dialog creates such a link at once. */
  layout?: LinkLayout
  onClose: () => void
}

/**
 * Creates a share link or, for a page that visitors can open anyway, shares its URL. Each is the first thing that can
 * be done, and the other comes below.
 */
export function ShareDialog({ shared, layout, onClose }: ShareDialogProps) {
  const { kind, url, name } = shared
  const [creating, setCreating] = useState(false)
  const isOwn = useOwnService() === true
  const websiteId = websiteOf(shared)
  const canWriteAny = useCanWrite()
  const canEdit = useCanEdit(websiteId)
  // A view belongs to no website.
  const canWrite = kind === 'view' ? canWriteAny : canEdit
  const { data: website } = useQuery({ ...websiteQueries.detail(websiteId ?? 0), enabled: websiteId !== null })
  const supportsSearch = useSupports('search_console')
  // Only lists of pages show them to visitors. Whether the websites of a list have figures isn't known.
  const hasClicks =
    kind === 'view' ? shared.list === 'reports' && supportsSearch : kind === 'website' && website?.at_risk != null
  const isOpenToVisitors = isOwn && (website?.privacy === privacies.public || website?.privacy === privacies.password)
  const canCreate = canWrite && isOwn
  const isFirst = canCreate && (layout !== undefined || !isOpenToVisitors)
  const pageUrl = (
    <div className={`stack snug ${styles.part}`}>
      <Access websiteId={websiteId} isOwn={isOwn} />
      <LinkField url={url} name={name} isSecond={isFirst} />
    </div>
  )
  if (isFirst || creating)
    return (
      <NewShareLink
        target={targetOf(shared)}
        layout={layout}
        hasClicks={hasClicks}
        isAtOnce={layout !== undefined || creating}
        url={url}
        name={name}
        title={isFirst ? words.title[kind] : words.newTitle}
        cancelLabel={isFirst ? words.close : words.back}
        onCancel={isFirst ? onClose : () => setCreating(false)}
        onClose={onClose}
      >
        {isFirst && layout === undefined && pageUrl}
      </NewShareLink>
    )
  return (
    <Dialog open title={words.title[kind]} onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      {pageUrl}
      {canCreate && (
        <section className={`stack snug ${styles.part}`} aria-labelledby="share-link">
          <h3 id="share-link">{words.link}</h3>
          <p>{words.linkText[kind]}</p>
          <div className="cluster">
            <Button icon="plus" onClick={() => setCreating(true)}>
              {words.createLink}
            </Button>
            <Link to={paths.links()}>{words.seeAll}</Link>
          </div>
        </section>
      )}
      {kind === 'website' && website?.privacy === privacies.public && isOwn && <Badge id={shared.id} url={url} />}
    </Dialog>
  )
}

/** The badge of a public website, with the HTML that shows it elsewhere. */
function Badge({ id, url }: { id: number; url: string }) {
  const image = `${new URL(url).origin}/badges/websites/${id}.svg`
  const html = `<a href="${url}"><img src="${image}" alt="${words.badge.alt}" height="20"></a>`
  return (
    <section className={`stack snug ${styles.part}`} aria-labelledby="share-badge">
      <h3 id="share-badge">{words.badge.title}</h3>
      <p>
        {words.badge.text} <img src={image} alt={words.badge.alt} height={20} className={styles.badge} />
      </p>
      <div className="cluster">
        <TextInput
          boxClassName={styles.url}
          readOnly
          aria-label={words.badge.code}
          value={html}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton icon="copy" text={html} label={words.badge.copy} doneLabel={words.badge.copied} />
      </div>
    </section>
  )
}

/** States the access to the URL, and links to the privacy that decides it. */
function Access({ websiteId, isOwn }: { websiteId: number | null; isOwn: boolean }) {
  const { access } = words
  const { data: website, isError } = useQuery({ ...websiteQueries.detail(websiteId ?? 0), enabled: websiteId !== null })
  const canWrite = useCanEdit(websiteId)
  if (websiteId === null) return <AccessLine icon="key">{access.view}</AccessLine>
  if (import.meta.env.MODE === 'static') return <AccessLine icon="key">{access.requiresKeyHere}</AccessLine>
  if (!isOwn) return <AccessLine icon="key">{access.requiresKey}</AccessLine>
  if (!website) return <AccessLine icon="info">{isError ? access.unknown : access.loading}</AccessLine>
  const domain = unicodeHost(website.domain)
  const privacy =
    website.privacy === privacies.public ? 'public' : website.privacy === privacies.password ? 'password' : 'private'
  return (
    <AccessLine icon={privacyIcons[website.privacy ?? privacies.private]}>
      {access[privacy](domain)} {canWrite && <Link to={paths.websitePrivacy(website.id)}>{access.change(domain)}</Link>}
    </AccessLine>
  )
}

const AccessLine = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <p className={`linked ${styles.access}`} aria-live="polite">
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)
