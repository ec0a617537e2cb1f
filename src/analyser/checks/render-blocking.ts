import { count, defineCheck, googleDocs, pass, warn } from '../define-check.ts'

export const renderBlocking = defineCheck({
  id: 'render-blocking',
  name: 'Render-blocking scripts',
  aliases: ['blocking JavaScript', 'defer', 'async', 'page speed'],
  titlePass: 'No script holds up the first paint',
  titleFail: 'Scripts hold up the first paint',
  why: 'A browser paints nothing until the scripts and style sheets in the head have come and run. On a slow connection readers look at an empty page meanwhile.',
  how: 'Put defer or async on scripts in the head, or load them as modules. Keep style sheets there few and small.',
  thresholds:
    'Any script file in the head without async, defer or type="module", or one with blocking="render", warns (Lighthouse render-blocking; the HTML standard says what blocks). Style sheets for screens block too and are counted, but a page needs one, so they do not warn; those with media queries about size may or may not and are not counted.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  deduction: 'A quarter for each script, all for four or more.',
  needs: ['loading'],
  run({ loading: { blocking, blockingScripts } }) {
    const sheets = blocking.total - blockingScripts
    const andSheets = sheets > 0 ? `${count(sheets, 'style sheet')} ${sheets === 1 ? 'does' : 'do'}` : ''
    if (blockingScripts === 0)
      return pass({
        value: 0,
        title: andSheets
          ? `No script holds up the first paint; ${andSheets}`
          : 'Neither scripts nor style sheets hold up the first paint',
      })
    const evidence = blocking.items.filter(({ kind }) => kind === 'script').map(({ url, at }) => ({ at, url }))
    const verb = blockingScripts + sheets === 1 ? 'holds' : 'hold'
    const title = `${count(blockingScripts, 'script')}${sheets > 0 ? ` and ${count(sheets, 'style sheet')}` : ''} ${verb} up the first paint`
    return warn({ extent: Math.min(1, blockingScripts / 4), value: blockingScripts, title, evidence })
  },
})
