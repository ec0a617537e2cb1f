import { count, defineCheck, pass, warn } from '../define-check.ts'
import { clip } from '../facts/text.ts'

export const duplicateIds = defineCheck({
  id: 'duplicate-ids',
  name: 'Duplicate IDs',
  aliases: ['unique id', 'id attribute', 'HTML validation'],
  titlePass: 'Every id stands on one element only',
  titleFail: 'Some ids stand on several elements',
  why: 'Labels, links to a part of the page and scripts find only the first element of an id, so the others do not work.',
  how: 'Give each element an id of its own, and use a class for what several elements have in common.',
  thresholds:
    'Any id given to two elements or more warns (HTML standard). What stands in template and noscript does not count.',
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
      note: `"${clip(id, 100)}" stands on ${times} elements; this is the second.`,
    }))
    return warn({
      value: repeated.total,
      title: `${count(repeated.total, 'id stands', 'ids stand')} on several elements`,
      evidence,
    })
  },
})
