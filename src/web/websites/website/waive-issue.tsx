import { useQuery } from '@tanstack/react-query'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { createWaiver } from '#web/findings/mutations.ts'
import type { ScopeChoice } from '#web/findings/waiver-dialog.tsx'
import { findingWords } from '#web/findings/words.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const WaiverDialog = lazyPart(() => import('#web/findings/waiver-dialog.tsx').then((file) => file.WaiverDialog))

type WaiveIssueProps = { id: number; issue: WebsiteIssue; onClose: () => void }

/** Asks for the scope of a waiver: the whole website, or a page group. */
export function WaiveIssue({ id, issue: { check, name }, onClose }: WaiveIssueProps) {
  const { data: groups = [] } = useQuery(websitePagesQueries.groups(id))
  const choices: ScopeChoice[] = [
    { scope: 'website', target: '', label: findingWords.places.website },
    ...groups.map(({ group }) => ({ scope: 'group' as const, target: group, label: findingWords.group(group) })),
  ]
  return (
    <WaiverDialog
      name={name ?? check}
      choices={choices}
      onSubmit={({ scope, target }, typed) => createWaiver(id, { check, scope, ...(target && { target }), ...typed })}
      onClose={onClose}
    />
  )
}
