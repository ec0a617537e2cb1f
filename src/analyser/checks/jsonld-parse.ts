import { count, defineCheck, fail, googleDocs, info, notApplicable, pass, shareOf } from '../define-check.ts'
import { invalidBlocks } from '../facts/json-ld.ts'

export const texts = {
  untyped: (blocks: number) =>
    `${count(blocks, 'JSON-LD block')} ${blocks === 1 ? 'has' : 'have'} no type, so search engines learn nothing from ${blocks === 1 ? 'it' : 'them'}`,
  invalid: (broken: number, blocks: number) =>
    `${broken} of ${count(blocks, 'JSON-LD block')} ${broken === 1 ? 'is' : 'are'} invalid`,
}

export const jsonldParse = defineCheck({
  id: 'jsonld-parse',
  name: 'JSON-LD syntax',
  aliases: ['schema', 'schema markup', 'structured data errors', 'ld+json'],
  titlePass: 'The JSON-LD is valid',
  titleFail: 'Some JSON-LD is invalid',
  why: 'Search engines build rich results from structured data, mostly JSON-LD. One misplaced comma and the whole block is ignored.',
  how: 'Fix the JSON at the position shown, and give every block an @type. Generate it with a JSON library, not a template.',
  action: 'Repair the data that search engines read about the page',
  effort: 'hours',
  thresholds:
    'Pass: every block is valid JSON. Fail: an application/ld+json block isn’t. Info: a block has no top-level @type (arrays, @graph and the aliases of a context count). Not applicable: no JSON-LD. Comments and CDATA wrappers are fine.',
  reference: googleDocs('Structured data', 'appearance/structured-data/intro-structured-data'),
  grade: 'required',
  deduction: 'The share of invalid blocks, at least 50%.',
  needs: ['structured'],
  run({ structured: { jsonLd, broken: all } }) {
    if (jsonLd.total === 0) return notApplicable('The page has no JSON-LD')
    const broken = invalidBlocks(all)
    if (broken.total === 0) {
      const untyped = jsonLd.items.filter(({ problem }) => problem === 'untyped')
      if (untyped.length > 0)
        return info(texts.untyped(untyped.length), {
          value: untyped.length,
          evidence: untyped.map(({ at, note }) => ({ at, ...(note === null ? {} : { note }) })),
        })
      const types = [...new Set(jsonLd.items.flatMap((block) => block.types))]
      return pass({
        value: types.join(', ').slice(0, 300),
        title: `The JSON-LD is valid: ${count(jsonLd.total, 'block')}`,
      })
    }
    return fail({
      extent: shareOf(broken.total, jsonLd.total, 0.5),
      value: broken.total,
      evidenceTotal: broken.total,
      title: texts.invalid(broken.total, jsonLd.total),
      evidence: broken.items.map(({ at, note }) => ({ at, ...(note === null ? {} : { note }) })),
    })
  },
})
