import {
  count,
  defineCheck,
  grouped,
  fail,
  googleDocs,
  notApplicable,
  pass,
  shareOf,
  unknown,
  warn,
} from '../define-check.ts'
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
  olderReport: 'This report doesn’t say which javascript: links only act on the page. Run it again.',
  action: 'It runs an action instead of linking to a page. Use a button.',
  actions: (actions: number, links: number) =>
    `${grouped(actions)} of ${count(links, 'link')} ${actions === 1 ? 'runs' : 'run'} an action and could be ${actions === 1 ? 'a button' : 'buttons'}`,
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
    'Pass: every link has a URL in its href. Warning: the script of a link only goes back or acts on the page, such as a menu, a tooltip or a basket. Fail: an href is empty, another javascript:, file:, malformed or has two schemes; or a link has no href, but a click handler or another link attribute. Named anchors, mailto: and links with another role are ignored. Based on Lighthouse (crawlable-anchors), but stricter on javascript:.',
  reference: googleDocs('Crawlable links', 'crawling-indexing/links-crawlable'),
  grade: 'required',
  deduction:
    'The share of links that search engines can’t follow, at least 10%. Actions cost 1 point together, and nothing beside such links.',
  needs: ['links'],
  uses: ['linkActions'],
  run({ links: { followable, broken }, linkActions }) {
    const all = followable + broken.total
    if (all === 0) return notApplicable('The page has no links')
    if (broken.total === 0)
      return pass({
        value: 0,
        title:
          all === 1 ? 'Search engines can follow the only link' : `Search engines can follow all ${grouped(all)} links`,
      })
    if (linkActions === undefined && broken.items.some(({ problem }) => problem === 'javascript'))
      return unknown('We couldn’t check some links', texts.olderReport)
    const actions = new Set(linkActions?.items)
    const evidence = broken.items
      .toSorted((a, b) => Number(actions.has(a.at)) - Number(actions.has(b.at)))
      .map(({ at, problem }) => ({ at, note: actions.has(at) ? texts.action : notes[problem] }))
    const details = { evidence, evidenceTotal: broken.total }
    const lost = broken.total - (linkActions?.total ?? 0)
    if (lost === 0)
      return warn({ ...details, extent: actionExtent, value: broken.total, title: texts.actions(broken.total, all) })
    return fail({ ...details, extent: shareOf(lost, all, 0.1), value: lost, title: texts.broken(lost, all) })
  },
})

/** A point of the twelve. */
const actionExtent = 1 / 12
