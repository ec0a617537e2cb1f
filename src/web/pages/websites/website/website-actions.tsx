import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Website } from '#contract/website.ts'
import { startAnalysing } from '#web/api/analyse-wish.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { websiteWords as words } from '#web/words/website.ts'

const DeleteWebsiteDialog = lazy(() => import('#web/lists/delete-website-dialog.lazy.tsx').then((file) => ({ default: file.DeleteWebsiteDialog })))

/** What can be done with the website. */
export function WebsiteActions({ website, onDeleted }: { website: Website; onDeleted: () => void }) {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const home = `https://${website.domain}/`
  return (
    <>
      <Button icon={icons.plus} onClick={() => startAnalysing(home)}>
        {words.analyse}
      </Button>
      <Link to={paths.websitePrivacy(website.id)} className={buttonClass()}>
        <Icon name={icons.lock} />
        {words.privacy}
      </Link>
      <Menu
        label={words.more}
        items={[
          { label: words.copyLink, icon: 'link', onSelect: () => void copyText(location.href).then(() => showToast({ text: words.linkCopied })) },
          { label: words.openSite, icon: icons.open, onSelect: () => void open(home, '_blank', 'noopener,noreferrer') },
          { label: words.remove, icon: icons.trash, danger: true, onSelect: () => setDeleting(true) },
        ]}
      />
      {deleting && (
        <Suspense fallback={null}>
          <DeleteWebsiteDialog
            website={website}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              onDeleted()
              void navigate(paths.websites())
            }}
          />
        </Suspense>
      )}
    </>
  )
}
