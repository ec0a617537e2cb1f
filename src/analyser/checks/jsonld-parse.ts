import { count, defineCheck, fail, googleDocs, notApplicable, pass, shareOf } from '../define-check.ts'

export const jsonldParse = defineCheck({
  id: 'jsonld-parse',
  name: 'JSON-LD syntax',
  aliases: ['schema', 'schema markup', 'structured data errors', 'ld+json'],
  titlePass: 'The JSON-LD can be read',
  titleFail: 'JSON-LD cannot be read',
  why: 'Search engines build rich results from structured data, most of it in JSON-LD. A block with one misplaced comma is ignored as a whole.',
  how: 'Correct the JSON at the place shown, and give every block an @type. Write it with a JSON library rather than by template.',
  thresholds:
    'Each application/ld+json block must be valid JSON with an @type at its top, in an array or in @graph; any other fails. Comments and CDATA marks around the JSON are forgiven.',
  reference: googleDocs('Structured data', 'appearance/structured-data/intro-structured-data'),
  grade: 'required',
  deduction: 'The share of blocks with a fault, at least 50%.',
  needs: ['structured'],
  run({ structured: { jsonLd, broken } }) {
    if (jsonLd.total === 0) return notApplicable('There is no JSON-LD on the page')
    if (broken.total === 0) {
      const types = [...new Set(jsonLd.items.flatMap((block) => block.types))]
      return pass({
        value: types.join(', ').slice(0, 300),
        title: `The JSON-LD can be read: ${count(jsonLd.total, 'block')}`,
      })
    }
    return fail({
      extent: shareOf(broken.total, jsonLd.total, 0.5),
      value: broken.total,
      title: `${broken.total} of ${count(jsonLd.total, 'block')} of JSON-LD cannot be used`,
      evidence: broken.items.map(({ at, note }) => ({ at, ...(note === null ? {} : { note }) })),
    })
  },
})
