import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Website } from '#contract/website.ts'
import { useMayWrite } from '#web/data/session.ts'
import { paths } from '#web/app/paths.ts'
import { Menu } from '#web/ui/menu.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { websitesWords } from '../words.ts'
import { WebsiteRowActionsContext } from './website-row-actions.ts'

export function WebsiteMenu({ website }: { website: Website }) {
  const { remove } = useContext(WebsiteRowActionsContext)
  const navigate = useNavigate()
  const mayWrite = useMayWrite()
  return (
    <Menu
      size="s"
      label={websitesWords.menu(unicodeHost(website.domain))}
      items={[
        { label: websitesWords.open, icon: 'open' as const, onSelect: () => navigate(paths.website(website.id)) },
        ...(mayWrite
          ? [
              {
                label: websitesWords.privacyAction,
                icon: 'lock' as const,
                onSelect: () => navigate(paths.websitePrivacy(website.id)),
              },
              { label: websitesWords.remove, icon: 'trash' as const, danger: true, onSelect: () => remove(website) },
            ]
          : []),
      ]}
    />
  )
}
