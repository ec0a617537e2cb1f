import { count, defineCheck, fail, googleDocs, notApplicable, pass, shareOf } from '../define-check.ts'
import type { LinkProblem } from '../facts/links.ts'

const notes: Record<LinkProblem, string> = {
  empty: 'The href is empty.',
  javascript: 'The href runs a script instead of naming an address.',
  file: 'The href names a file on a visitor’s own computer.',
  unresolvable: 'The href is no valid address.',
  'script-only': 'It has no href: at most a script makes it a link.',
}

export const crawlableAnchors = defineCheck({
  id: 'crawlable-anchors',
  name: 'Crawlable links',
  aliases: ['javascript links', 'href', 'onclick links', 'crawlability'],
  titlePass: 'Search engines can follow every link',
  titleFail: 'Search engines cannot follow some links',
  why: 'Search engines find pages by links whose href names an address. What only a script opens is not found.',
  how: 'Give every link an href with the address it leads to. Use a button for what is an action and no link.',
  thresholds:
    'Any a element with an empty, javascript:, file: or unreadable href fails, and one without href that has a click handler or another attribute that only links have (Lighthouse crawlable-anchors, which is laxer about javascript:). Anchors with another role, named places to jump to, and addresses such as mailto:, do not count.',
  reference: googleDocs('Crawlable links', 'crawling-indexing/links-crawlable'),
  grade: 'required',
  deduction: 'The share of links that search engines can’t follow, at least 10%.',
  needs: ['links'],
  run({ links: { followable, broken } }) {
    const all = followable + broken.total
    if (all === 0) return notApplicable('There are no links on the page')
    if (broken.total === 0)
      return pass({
        value: 0,
        title: all === 1 ? 'Search engines can follow the one link' : `Search engines can follow all ${all} links`,
      })
    return fail({
      extent: shareOf(broken.total, all, 0.1),
      value: broken.total,
      title: `Search engines cannot follow ${broken.total} of ${count(all, 'link')}`,
      evidence: broken.items.map(({ at, problem }) => ({ at, note: notes[problem] })),
    })
  },
})
