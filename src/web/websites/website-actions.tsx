import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { editUrl, openCrawlDialog } from '#web/data/analyse-request.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { ShareButton } from '#web/links/share-button.tsx'
import { homePageOf } from '#web/resources/websites.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { richLink, copyText } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { externalHref } from '#web/ui/url.tsx'
import { websiteWords as words } from './words.ts'

const DeleteWebsiteDialog = lazyPart(() =>
  import('./delete-website-dialog.tsx').then((file) => file.DeleteWebsiteDialog),
)

const RetentionDialog = lazyPart(() => import('./retention-dialog.tsx').then((file) => file.RetentionDialog))

export function WebsiteActions({ website, onDeleted }: { website: AnyWebsite; onDeleted: () => void }) {
  const navigate = useNavigate()
  const canWrite = useCanWrite()
  const isOwn = useOwnService()
  const [isKeeping, setKeeping] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { search } = useLocation()
  const link = absoluteUrl(paths.website(website.id) + search)
  // The filters of the list of pages have the same names.
  const filters = new URLSearchParams(search).get('tab') === 'pages' ? search : ''
  const name = unicodeHost(website.domain)
  const home = externalHref(website.domain)
  return (
    <>
      {canWrite && (
        <>
          <Button icon="plus" onClick={() => editUrl(home ?? '')}>
            {words.analyse(website.reports_count)}
          </Button>
          <Link to={paths.websitePrivacy(website.id)} className={buttonClass()}>
            <Icon name="lock" />
            {words.privacy}
          </Link>
        </>
      )}
      <ShareButton kind="website" id={website.id} url={link} name={name} />
      <Menu
        label={words.more}
        items={[
          {
            label: words.copyLink,
            icon: 'copy',
            onSelect: () => void copyText(link, richLink(link, name)).then(() => showToast({ text: words.linkCopied })),
          },
          ...(isOwn
            ? [
                {
                  label: words.document,
                  icon: 'page' as const,
                  onSelect: () => void navigate(paths.websiteDocument(website.id)),
                },
                {
                  label: words.against,
                  icon: 'columns' as const,
                  onSelect: () => void navigate(paths.against(website.id) + filters),
                },
              ]
            : []),
          ...(home
            ? [
                {
                  label: words.openSite,
                  icon: 'open' as const,
                  onSelect: () => void open(home, '_blank', 'noopener,noreferrer'),
                },
              ]
            : []),
          ...(canWrite && isOwn
            ? [
                {
                  label: words.crawl,
                  icon: 'globe' as const,
                  onSelect: () => void homePageOf(website).then(openCrawlDialog),
                },
              ]
            : []),
          ...(isOwn
            ? [
                {
                  label: words.identity,
                  icon: 'key' as const,
                  onSelect: () => void navigate(paths.websiteIdentity(website.id)),
                },
              ]
            : []),
          ...(canWrite && isOwn
            ? [{ label: words.retention, icon: 'list' as const, onSelect: () => setKeeping(true) }]
            : []),
          ...(canWrite
            ? [{ label: words.remove, icon: 'trash' as const, danger: true, onSelect: () => setDeleting(true) }]
            : []),
        ]}
      />
      {isKeeping && <RetentionDialog id={website.id} onClose={() => setKeeping(false)} />}
      {deleting && (
        <DeleteWebsiteDialog
          website={website}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            onDeleted()
            void navigate(paths.websites())
          }}
        />
      )}
    </>
  )
}
