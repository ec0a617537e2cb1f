import { count, defineCheck, grouped, fail, googleDocs, notApplicable, pass, shareOf } from '../define-check.ts'
import type { LinkProblem } from '../facts/links.ts'

export const notes: Record<LinkProblem, string> = {
  empty: 'The href is empty.',
  javascript: 'The href runs JavaScript instead of linking to a URL.',
  file: 'The href points to a local file.',
  unresolvable: 'The href isn’t a valid URL.',
  'two-schemes': 'The href has two schemes, as in http://https://, so its host is wrong.',
  'script-only': 'No href: it only works with JavaScript.',
}

export const texts = {
  broken: (broken: number, links: number) =>
    `Search engines can’t follow ${grouped(broken)} of ${count(links, 'link')}`,
}

export const crawlableAnchors = defineCheck({
  id: 'crawlable-anchors',
  name: 'Crawlable links',
  aliases: ['javascript links', 'href', 'onclick links', 'crawlability'],
  titlePass: 'Search engines can follow every link',
  titleFail: 'Search engines can’t follow some links',
  why: 'Search engines discover pages through links with a URL in the href. They don’t find links that only open with JavaScript.',
  how: 'Give every link an href with its destination URL, such as <a href="/prices">. For actions, use a button instead of a link.',
  action: 'Turn links into ones that search engines can follow',
  effort: 'hours',
  thresholds:
    'Pass: every link has a URL in its href. Fail: an href is empty, javascript:, file:, malformed or has two schemes; or a link has no href, but a click handler or another link attribute. Named anchors, mailto: and links with another role are ignored. Based on Lighthouse (crawlable-anchors), but stricter on javascript:.',
  reference: googleDocs('Crawlable links', 'crawling-indexing/links-crawlable'),
  grade: 'required',
  deduction: 'The share of links that search engines can’t follow, at least 10%.',
  needs: ['links'],
  run({ links: { followable, broken } }) {
    const all = followable + broken.total
    if (all === 0) return notApplicable('The page has no links')
    if (broken.total === 0)
      return pass({
        value: 0,
        title:
          all === 1 ? 'Search engines can follow the only link' : `Search engines can follow all ${grouped(all)} links`,
      })
    return fail({
      extent: shareOf(broken.total, all, 0.1),
      value: broken.total,
      evidenceTotal: broken.total,
      title: texts.broken(broken.total, all),
      evidence: broken.items.map(({ at, problem }) => ({ at, note: notes[problem] })),
    })
  },
})
