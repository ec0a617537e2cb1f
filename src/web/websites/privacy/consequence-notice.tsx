import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { privacies, type Website } from '#contract/website.ts'
import { linkQueries } from '#web/links/queries.ts'
import { serviceInfoQuery } from '#web/data/service-queries.ts'
import { paths } from '#web/app/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { privacyWords as words } from '../privacy-words.ts'
import { type Consequence, consequenceOf, type PrivacyDraft, passwordIsSet } from './privacy-change.ts'

const opening: Consequence[] = ['opens', 'opens-listed', 'opens-with-password', 'listed']

/** What saving would do, said as soon as the choice changes. */
export function ConsequenceNotice({ website, draft }: { website: Website; draft: PrivacyDraft }) {
  const consequence = consequenceOf(website, draft)
  const opens = consequence !== null && opening.includes(consequence)
  const forgets = passwordIsSet(website) && draft.privacy !== privacies.password
  return (
    <div aria-live="polite">
      {consequence && (
        <Notice tone={opens ? 'decent' : 'info'}>
          {words.consequence[consequence](website.reports_count)} {forgets && words.forgetsPassword}{' '}
          <LinksKept websiteId={website.id} />
        </Notice>
      )}
    </div>
  )
}

/** Links that open without a key do not ask for the privacy: whoever closes a website is told that they go on. */
function LinksKept({ websiteId }: { websiteId: number }) {
  const { data: service } = useQuery(serviceInfoQuery())
  const { data: many } = useQuery({
    ...linkQueries.countOf(websiteId),
    enabled: service?.extensions.includes('links') === true,
  })
  if (!many) return null
  return (
    <>
      {words.linksKept(many)} <Link to={paths.links(websiteId)}>{words.seeLinks}</Link>
    </>
  )
}
