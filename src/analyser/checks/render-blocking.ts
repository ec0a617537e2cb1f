import { count, defineCheck, googleDocs, pass, warn } from '../define-check.ts'

export const texts = {
  blocking: (scripts: number, sheets: number) =>
    `${count(scripts, 'script')}${sheets > 0 ? ` and ${count(sheets, 'stylesheet')}` : ''} ${scripts + sheets === 1 ? 'blocks' : 'block'} the first paint`,
}

export const renderBlocking = defineCheck({
  id: 'render-blocking',
  name: 'Render-blocking scripts',
  aliases: ['blocking JavaScript', 'defer', 'async', 'page speed'],
  titlePass: 'No render-blocking scripts',
  titleFail: 'Scripts block the first paint',
  why: 'Browsers show nothing until scripts and stylesheets in the head have loaded and run. On a slow connection, people see a blank page.',
  how: 'Add defer or async to scripts in the head, as in <script src="…" defer>, or load them as modules. Keep stylesheets there few and small.',
  action: 'Show the page before its scripts have loaded',
  effort: 'hours',
  thresholds:
    'Warning: a script file in the head without async, defer or type="module", or with blocking="render" (Lighthouse render-blocking). Stylesheets are counted but don’t cause a warning; those with a media query about size are ignored.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  deduction: 'A quarter for each script, all for four or more.',
  needs: ['loading'],
  run({ loading: { blocking, blockingScripts } }) {
    const sheets = blocking.total - blockingScripts
    const andSheets = sheets > 0 ? `${count(sheets, 'stylesheet')} ${sheets === 1 ? 'blocks' : 'block'}` : ''
    if (blockingScripts === 0)
      return pass({
        value: 0,
        title: andSheets
          ? `No render-blocking scripts; ${andSheets} the first paint`
          : 'No scripts or stylesheets block the first paint',
      })
    const evidence = blocking.items.filter(({ kind }) => kind === 'script').map(({ url, at }) => ({ at, url }))
    const title = texts.blocking(blockingScripts, sheets)
    return warn({
      extent: Math.min(1, blockingScripts / 4),
      value: blockingScripts,
      evidenceTotal: blockingScripts,
      title,
      evidence,
    })
  },
})
