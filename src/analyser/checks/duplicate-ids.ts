import { count, defineCheck, grouped, pass, warn } from '../define-check.ts'
import { clip } from '../facts/text.ts'

export const texts = {
  repeated: (ids: number) => `${count(ids, 'ID is', 'IDs are')} used more than once`,
}

export const duplicateIds = defineCheck({
  id: 'duplicate-ids',
  name: 'Duplicate IDs',
  aliases: ['unique id', 'id attribute', 'HTML validation'],
  titlePass: 'Every ID is unique',
  titleFail: 'Some IDs are used more than once',
  why: 'Labels, anchor links and scripts only find the first element with an ID, so the others don’t work.',
  how: 'Give each element its own ID. Use a class for anything elements share.',
  action: 'Give each part of the page its own name',
  effort: 'hours',
  thresholds:
    'Pass: every ID is on one element. Warning: an ID is used more than once. Content in template and noscript is ignored. Based on the HTML standard.',
  reference: {
    label: 'HTML standard: the id attribute',
    url: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  },
  grade: 'required',
  needs: ['ids'],
  run({ ids: { repeated } }) {
    if (repeated.total === 0) return pass({ value: 0 })
    const evidence = repeated.items.map(({ id, count: times, at }) => ({
      at,
      note: `“${clip(id, 100)}” is used ${grouped(times)} times. This is the second.`,
    }))
    return warn({
      value: repeated.total,
      evidenceTotal: repeated.total,
      title: texts.repeated(repeated.total),
      evidence,
    })
  },
})
