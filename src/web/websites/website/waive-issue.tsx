import { useQuery } from '@tanstack/react-query'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { createWaiver } from '#web/findings/create-waiver.ts'
import { findingWords } from '#web/findings/finding-words.ts'
import { WaiverDialog, type ScopeChoice } from '#web/findings/waiver-dialog.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'

type WaiveIssueProps = { id: number; issue: WebsiteIssue; onClose: () => void }

/** Asks where to waive an issue: on the whole website, or in a page group. */
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
