import { count, defineCheck, fail, googleDocs, grouped, pass, unknown } from '../define-check.ts'

export const texts = {
  several: (headings: string) => `The page has ${headings} H1s`,
  empty: 'Every H1 is hidden or empty',
}

export const h1Present = defineCheck({
  id: 'h1-present',
  name: 'H1 heading',
  aliases: ['h1 tag', 'missing h1', 'main heading', 'header tags', 'multiple h1'],
  titlePass: 'The page has an H1',
  titleFail: 'The page has no H1',
  why: 'The H1 tells readers and screen readers what the page is about.',
  how: 'Add one H1 that names the page’s topic: <h1>Oak desk lamps</h1>.',
  action: 'Give the page a main heading',
  effort: 'minutes',
  thresholds:
    'Pass: a visible H1 with text, or with an image that has a name: alt text, a label or an SVG title. Several are fine: Google says the number doesn’t matter. Fail: no H1, or only hidden or empty ones. Common practice.',
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['headings'],
  run({ headings }) {
    const all = headings.items.filter(({ level }) => level === 1)
    const [first, ...others] = all.filter(({ text, imageAlt, hidden }) => !hidden && (text !== '' || imageAlt))
    if (!first) {
      if (headings.total > headings.items.length) {
        return unknown(
          'We couldn’t check for an H1',
          `We only keep the first ${grouped(headings.items.length)} of its ${count(headings.total, 'heading')}.`,
        )
      }
      const which = all.length === 1 ? 'The H1' : 'Every H1'
      const title = all.every(({ hidden }) => hidden)
        ? `${which} is hidden`
        : all.some(({ hidden }) => hidden)
          ? texts.empty
          : `${which} is empty`
      return fail({
        value: 0,
        ...(all.length > 0 ? { title } : {}),
        evidence: all.map(({ at }) => ({ at })),
      })
    }
    if (others.length === 0) return pass({ value: first.text || 'an image with a name' })
    return pass({
      value: others.length + 1,
      title: texts.several(grouped(others.length + 1)),
      evidence: [first, ...others].map(({ at }) => ({ at })),
    })
  },
})
